import { settings } from "@/lib/settings";
import { openApiDocument } from "@/lib/wire/native/openapi";
import { jsonResponse, openRoute } from "@/lib/wire/native/route";

export const dynamic = "force-dynamic";

/** The REST interface as OpenAPI 3.1. */
export const GET = openRoute(() => jsonResponse(200, openApiDocument(settings().url)));
