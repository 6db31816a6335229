/** Two strokes on a page: what the agent wrote, and the sign a person sets under it. */
export function Brand({ size = 20 }: { size?: number }) {
  return (
    <span className="flex items-center gap-2.5 font-semibold tracking-tight text-ink">
      <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="9" className="fill-ink" />
        <path d="M8 12.5h9" className="stroke-canvas" strokeWidth="3" strokeLinecap="round" />
        <path
          d="M8 20.5l4.2 3.6L24 14"
          fill="none"
          className="stroke-canvas opacity-60"
          strokeWidth="3"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      Countersign
    </span>
  );
}
