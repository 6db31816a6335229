/** A secret the server kept back. Looks like no value that could stand there: neither null, nor "", nor absent. */
export function Masked() {
  return (
    <span
      title="The server keeps this value back. The agent gets it as it sent it."
      className="rounded-[3px] border border-dashed border-line-strong bg-sunken px-1.5 text-[0.9em] text-ink-3"
    >
      masked
    </span>
  );
}
