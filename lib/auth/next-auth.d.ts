import "next-auth";
import "next-auth/jwt";

declare module "next-auth" {
  /** What a sign-in yields: the person, and the session that was opened for them. */
  interface User {
    id: string;
    sessionId: string;
  }
}

declare module "next-auth/jwt" {
  /** The cookie only names a session; who that is, and what they may do, is read from the database each time. */
  interface JWT {
    sessionId?: string;
  }
}
