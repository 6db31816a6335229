import type { ComponentProps } from "react";

const LOOKS = {
  plain: "border-line-strong bg-surface text-ink hover:bg-hover",
  approve: "border-approve bg-approve text-on-approve hover:bg-approve-hover hover:border-approve-hover",
  deny: "border-deny/45 bg-surface text-deny hover:bg-deny-soft",
  ink: "border-ink bg-ink text-canvas hover:bg-ink/85",
  quiet: "border-transparent text-ink-2 hover:bg-hover hover:text-ink",
} as const;

type Props = ComponentProps<"button"> & { look?: keyof typeof LOOKS; size?: "md" | "sm" };

/** One height for every look: Deny is as large as Approve. */
export function Button({ look = "plain", size = "md", type = "button", className = "", ...rest }: Props) {
  const measure = size === "md" ? "min-h-9 px-3.5 text-sm" : "min-h-7 px-2.5 text-xs";
  return (
    <button
      type={type}
      className={`inline-flex items-center justify-center gap-2 whitespace-nowrap rounded-sm border font-medium transition-colors disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:cursor-progress aria-disabled:opacity-60 ${measure} ${LOOKS[look]} ${className}`}
      {...rest}
    />
  );
}
