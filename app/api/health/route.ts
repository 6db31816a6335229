import { jsonResponse, openRoute } from "@/lib/wire/native/route";

export const dynamic = "force-dynamic";

/** The process answers. */
export const GET = openRoute(() => jsonResponse(200, { status: "ok" }));
