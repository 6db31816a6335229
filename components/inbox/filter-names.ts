/** What the inbox can be narrowed by, besides the search; each is the name in the address and in the request. */
export const FILTERS = ["tool", "agent", "session", "on_behalf_of", "target", "group"] as const;

export type FilterName = (typeof FILTERS)[number];
