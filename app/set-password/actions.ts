"use server";

import { randomUUID } from "node:crypto";
import { refuse } from "@/lib/kernel/refusal";
import { settings } from "@/lib/settings";
import { consumeLink } from "@/lib/store/account-links";
import { actionAnswer } from "@/lib/wire/console/action-answer";
import type { PeopleAnswer } from "@/lib/wire/console/types";

/** Sets a password by a link that an admin handed over. Whoever has the link is asked for nothing else, once. */
export async function setPassword(given: {
  link: string;
  name?: string;
  password: string;
}): Promise<PeopleAnswer<{ email: string }>> {
  try {
    const [link, name, password] = [given?.link, given?.name, given?.password];
    const fits = typeof link === "string" && typeof password === "string";
    const done =
      fits && settings().passwordSignIn
        ? await consumeLink(link, { name: typeof name === "string" ? name : undefined, password })
        : refuse("link_void", "This link opens nothing. Nothing was changed.");
    if (done.ok) return done;
    const { code, detail, errors } = done.refusal;
    return { ok: false, code, message: detail, errors };
  } catch (error) {
    const failed = actionAnswer.failed(error, randomUUID());
    return failed.ok
      ? { ok: false, code: "internal", message: "" }
      : { ok: false, code: failed.code, message: failed.message };
  }
}
