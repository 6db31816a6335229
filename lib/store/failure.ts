import { Prisma } from "./database";

/**
 * The store could not be reached, or refused. `certain: true` means that nothing was written; `certain: false` means
 * that the answer was lost and it is not known.
 */
export class StoreUnavailable extends Error {
  readonly certain: boolean;

  constructor(cause: unknown, { certain }: { certain: boolean }) {
    super(
      certain
        ? "The store refused; nothing was written."
        : "The store's answer was lost; it is not known whether it was written.",
      { cause },
    );
    this.name = "StoreUnavailable";
    this.certain = certain;
  }
}

/** SQLSTATE classes after which the server may have gone on without us: lost connections and shutdowns. */
const ANSWER_LOST = /^(08|57P0[1-3]|58)/;

/**
 * Whether a failed statement is known to have changed nothing: the server itself refused it, or it was never sent.
 */
export function isDefiniteFailure(error: unknown): boolean {
  const code = sqlStateOf(error);
  if (code !== null) return !ANSWER_LOST.test(code);
  return neverSent(error);
}

/** The server's SQLSTATE, where the server is what refused. */
export function sqlStateOf(error: unknown): string | null {
  if (error instanceof Prisma.PrismaClientKnownRequestError) {
    const cause = (
      error.meta as { driverAdapterError?: { cause?: { originalCode?: string; code?: string } } } | undefined
    )?.driverAdapterError?.cause;
    const code = cause?.originalCode ?? cause?.code;
    return typeof code === "string" && /^[0-9A-Z]{5}$/.test(code) ? code : null;
  }
  return null;
}

function neverSent(error: unknown): boolean {
  const text = error instanceof Error ? `${error.message} ${String(error.cause ?? "")}` : "";
  return NEVER_SENT.test(text);
}

/** What pg and Prisma say of a connection that could not be had. */
const NEVER_SENT =
  /ECONNREFUSED|ENOENT|EHOSTUNREACH|ENOTFOUND|Can't reach database|timeout exceeded when trying to connect|due to connection timeout|is not queryable/i;

/** What pg says of a connection that broke under a statement; the adapter passes these on as they are, without a code. */
const CONNECTION_LOST = /^Connection terminated|^Connection ended|^Query read timeout|\b(ECONNRESET|EPIPE|ETIMEDOUT)\b/;

/** SQLSTATE classes that tell of a fault in our own statement, not of a store that is away. */
const OUR_FAULT = /^(22|42|21)/;

/** Whether an error means that the store could not be reached or refused; anything else is a bug. */
export function isStoreFailure(error: unknown): boolean {
  if (error instanceof StoreUnavailable) return true;
  const state = sqlStateOf(error);
  if (state !== null) return !OUR_FAULT.test(state);
  return (
    error instanceof Prisma.PrismaClientKnownRequestError ||
    error instanceof Prisma.PrismaClientInitializationError ||
    error instanceof Prisma.PrismaClientUnknownRequestError ||
    error instanceof Prisma.PrismaClientRustPanicError ||
    (error instanceof Error && error.name === "DriverAdapterError") ||
    neverSent(error) ||
    (error instanceof Error && CONNECTION_LOST.test(error.message))
  );
}
