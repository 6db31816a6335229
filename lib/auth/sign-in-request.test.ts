import { NextRequest } from "next/server";
import { describe, expect, test } from "vitest";
import { readSignInRequest } from "./sign-in-request";

const FORM = "application/x-www-form-urlencoded";

function post(body: string, contentType: string): NextRequest {
  return new NextRequest("http://localhost/api/auth/callback/credentials", {
    method: "POST",
    headers: { "content-type": contentType },
    body,
  });
}

async function statusOf(request: NextRequest): Promise<number | "passed on"> {
  const readable = await readSignInRequest(request);
  return readable instanceof Response ? readable.status : "passed on";
}

describe("a request to sign in", () => {
  test("is passed on with its form as it came", async () => {
    const readable = await readSignInRequest(post("email=a%40b.c&password=%C3%A4", `${FORM}; charset=UTF-8`));
    if (readable instanceof Response) throw new Error("refused");
    expect(await readable.text()).toBe("email=a%40b.c&password=%C3%A4");
    expect(readable.method).toBe("POST");
  });

  test("of up to 16 KiB is read, and not one byte more", async () => {
    expect(await statusOf(post("a".repeat(16 * 1024), FORM))).toBe("passed on");
    expect(await statusOf(post("a".repeat(16 * 1024 + 1), FORM))).toBe(413);
  });

  test.each(["application/json", "multipart/form-data", "text/plain", `${FORM}x`])("as %s is refused", async (type) =>
    expect(await statusOf(post('{"a":', type))).toBe(415),
  );

  test("cannot put a line break into the redirect to the sign-in page", async () => {
    const get = (error: string) =>
      new NextRequest(`http://localhost/api/auth/error?error=${encodeURIComponent(error)}`);
    expect(await statusOf(get("AccessDenied"))).toBe("passed on");
    expect(await statusOf(get("throttled:60"))).toBe("passed on");
    expect(await statusOf(get("a\r\nSet-Cookie: b=c"))).toBe(400);
  });
});
