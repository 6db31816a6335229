import type { State } from "@/lib/kernel/confirmation";
import { riskRank } from "@/lib/kernel/tool";
import { readReach } from "@/lib/store/authority";
import { readClock } from "@/lib/store/clock";
import {
  type Cursor,
  type Found,
  type ListedFound,
  type ListFilter,
  listConfirmations,
  listRows,
} from "@/lib/store/confirmations";
import type { AnyContext, PersonContext } from "./context";
import { settleAllDue } from "./settle-due";

export type ListRequest = Pick<
  ListFilter,
  | "tool"
  | "agentId"
  | "agentName"
  | "session"
  | "target"
  | "onBehalfOf"
  | "turnGroup"
  | "ids"
  | "text"
  | "after"
  | "limit"
> & {
  state?: State;
  sort?: Cursor["sort"];
  unsettled?: boolean;
  /** Only what this person may decide now. */
  mayDecide?: string;
};

/** A page, the instant it was read at, and where the next begins. */
export type Page<Row> = {
  now: Date;
  rows: Row[];
  next: Cursor | null;
  /** The order has changed since the page before, so this one is the list's beginning in its new order. */
  reordered: boolean;
};

/**
 * A page of confirmations. An agent sees its own, after what is due among them was written down; a person sees what
 * follows from the facts, and nothing is written.
 */
export async function listForCaller({ principal, requestId }: AnyContext, request: ListRequest): Promise<Page<Found>> {
  const now = await readClock();
  if (principal.kind === "agent") await settleAllDue({ agentId: principal.id }, now, { requestId });
  const filter = filterOf(request, principal.kind === "agent" ? principal.id : request.agentId);
  return pageOf(await listConfirmations(filter, now), filter, now);
}

/** The console's lists: the same rows without their long texts. */
export async function listForConsole({ principal }: PersonContext, request: ListRequest): Promise<Page<ListedFound>> {
  const { now, reach } = await readReach(principal.id);
  const filter = filterOf(request, request.agentId);
  const rows = await listRows(filter, now);
  return pageOf(
    rows.map((row) => ({ ...row, reach })),
    filter,
    now,
  );
}

function filterOf(request: ListRequest, agentId: string | undefined): ListFilter {
  return { ...request, agentId, sort: request.sort ?? "newest", limit: request.limit + 1 };
}

/** One row more than asked for was read, which tells whether there is a next page. */
function pageOf<Row extends ListedFound>(rows: Row[], { limit, sort, after }: ListFilter, now: Date): Page<Row> {
  const page = rows.slice(0, limit - 1);
  const last = page.at(-1);
  return {
    now,
    rows: page,
    next: rows.length < limit || !last ? null : cursorAt(last, sort),
    reordered: after?.sort === "risk" && last !== undefined && last.riskOrder !== after.order,
  };
}

function cursorAt(
  { confirmation: { id, decidableUntil }, tool, riskOrder }: ListedFound,
  sort: Cursor["sort"],
): Cursor {
  if (sort === "newest") return { sort, id };
  if (sort === "closes") return { sort, decidableUntil, id };
  return { sort, rank: riskRank(tool.risk), decidableUntil, id, order: riskOrder ?? "" };
}
