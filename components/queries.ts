import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { ConfirmationDetail, ConfirmationRow, EventView, ListAnswer, Summary } from "@/lib/wire/console/types";
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
