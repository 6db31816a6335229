/** What is promised, and what is not, on the page where it is decided. */
export function PromiseNote() {
  return (
    <p className="rounded-md border border-line px-4 py-3 text-xs text-ink-2">
      One decision is guaranteed. One execution is not: if the agent's answer is lost, or it sends the call again, the
      target may have acted more than once. The outcome is then shown as unknown and waits in Reconcile.
    </p>
  );
}
