import { problemResponse } from "@/lib/wire/native/problem";
import { openRoute } from "@/lib/wire/native/route";

export const dynamic = "force-dynamic";

const DETAIL = "There is no such path; /api/openapi.json lists them. Nothing was done.";
const notFound = openRoute((requestId) => problemResponse({ code: "not_found", detail: DETAIL }, requestId));

export { notFound as DELETE, notFound as GET, notFound as PATCH, notFound as POST, notFound as PUT };
