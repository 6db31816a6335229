/** What can be typed in or chosen from, on the pages about people. */
export const FIELD =
  "mt-1 block min-h-9 w-full min-w-0 rounded-sm border border-field bg-surface px-2.5 text-sm aria-invalid:border-deny";
