/** A grey stand-in of the same height as what is coming, so that nothing moves when it comes. */
export function Skeleton({ className }: { className: string }) {
  return <span aria-hidden="true" className={`block animate-pulse rounded-sm bg-hover ${className}`} />;
}
