import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type {
  ConfirmationDetail,
  ConfirmationRow,
  EventView,
  Insights,
  ListAnswer,
  Policies,
  PolicyDetail,
  PolicyReplay,
  Summary,
} from "@/lib/wire/console/types";
import { readConsole } from "./live/read-console";

/** Everything a browser reads, in one place. Keys begin with the noun, so that a hint from the stream finds them. */

const BASE = "/api/console";

export type Filters = Record<string, string | undefined>;

function withFilters(path: string, filters: Filters, cursor?: string): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...filters, cursor })) {
    if (value) query.set(name, value);
  }
  const text = query.toString();
  return text ? `${BASE}${path}?${text}` : `${BASE}${path}`;
}

function listOptions<T>(noun: string, path: string, filters: Filters) {
  return infiniteQueryOptions({
    queryKey: [noun, filters],
    queryFn: ({ pageParam, signal }) => readConsole<ListAnswer<T>>(withFilters(path, filters, pageParam), signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor,
  });
}

export function summaryQuery() {
  return queryOptions({
    queryKey: ["summary"],
    queryFn: ({ signal }) => readConsole<Summary>(`${BASE}/summary`, signal),
  });
}

/** The path of a list's page, for those who keep the pages themselves. */
export function confirmationsPath({ cursor, ...filters }: Filters): string {
  return withFilters("/confirmations", filters, cursor);
}

/** A look takes so many rows at first; where more came since the last one, it goes on by whole pages. */
const LOOK = "50";
const WHOLE_PAGE = "200";
/** Beyond what a list is made for, further new rows are met by paging and not announced. */
const MOST_PAGES = 50;

/**
 * A look at the inbox: the head of the list in its order, and what is newest in it. Each look goes back to the newest
 * row of the one before, so that no new row is passed over, however many came at once.
 */
export function queueQuery(filters: Filters) {
  return queryOptions({
    queryKey: ["confirmations", "queue", filters],
    queryFn: async ({ signal, client, queryKey }) => {
      const before = client.getQueryData<{ since?: string }>(queryKey);
      const read = (more: Filters) =>
        readConsole<ListAnswer<ConfirmationRow>>(confirmationsPath({ ...filters, ...more }), signal);
      const [head, newestPage] = await Promise.all([read({ limit: LOOK }), read({ sort: "newest", limit: LOOK })]);
      const newest = [...newestPage.data];
      let cursor = newestPage.next_cursor;
      for (let pages = 0; before && cursor && pages < MOST_PAGES; pages += 1) {
        const oldest = newest.at(-1)?.id;
        if (before.since && oldest && oldest <= before.since) break;
        const page = await read({ sort: "newest", limit: WHOLE_PAGE, cursor });
        newest.push(...page.data);
        cursor = page.next_cursor;
      }
      return { head, newest, since: newest[0]?.id ?? before?.since };
    },
  });
}

/** `view` is `inbox` or `history`; further: sort, state, tool, agent, session, q, limit. */
export function confirmationsQuery(filters: Filters) {
  return listOptions<ConfirmationRow>("confirmations", "/confirmations", filters);
}

export function confirmationQuery(id: string) {
  return queryOptions({
    queryKey: ["confirmation", id],
    queryFn: ({ signal }) => readConsole<ConfirmationDetail>(`${BASE}/confirmations/${id}`, signal),
  });
}

export function eventsQuery(id: string) {
  return queryOptions({
    queryKey: ["events", id],
    queryFn: ({ signal }) => readConsole<ListAnswer<EventView>>(`${BASE}/confirmations/${id}/events`, signal),
  });
}

export function reconcileQuery() {
  return listOptions<ConfirmationRow>("reconcile", "/reconcile", {});
}

/** kind, actor, confirmation, q, since, until. */
export function auditQuery(filters: Filters) {
  return listOptions<EventView>("audit", "/audit", filters);
}

/** Of the last so many days: 7, 30 or 90. */
export function insightsQuery(days: string) {
  return queryOptions({
    queryKey: ["insights", days],
    queryFn: ({ signal }) => readConsole<Insights>(`${BASE}/insights?days=${days}`, signal),
  });
}

/** Every version of the policy, and the rules that could not be evaluated lately. */
export function policiesQuery() {
  return queryOptions({
    queryKey: ["policies"],
    queryFn: ({ signal }) => readConsole<Policies>(`${BASE}/policies`, signal),
  });
}

export function policyQuery(number: number) {
  return queryOptions({
    queryKey: ["policies", number],
    queryFn: ({ signal }) => readConsole<PolicyDetail>(`${BASE}/policies/version?number=${number}`, signal),
  });
}

/** One part of a replay; whoever replays goes on at its `next_cursor`. */
export function readReplay(
  part: { number: number; limit: number; cursor: string | undefined },
  signal: AbortSignal,
): Promise<PolicyReplay> {
  const { number, limit, cursor } = part;
  return readConsole(withFilters("/policies/replay", { number: String(number), limit: String(limit) }, cursor), signal);
}

/** What came last, for telling of it. */
export function arrivalsQuery() {
  return queryOptions({
    queryKey: ["confirmations", "arrivals"],
    queryFn: ({ signal }) =>
      readConsole<ListAnswer<ConfirmationRow>>(
        confirmationsPath({ view: "inbox", sort: "newest", limit: "100" }),
        signal,
      ),
  });
}
