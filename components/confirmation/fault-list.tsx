/** What the server found wrong at places that have no field of their own here. */
export function FaultList({ faults }: { faults: readonly { path: string; message: string }[] }) {
  if (faults.length === 0) return null;
  return (
    <ul className="mt-1.5 text-xs text-deny">
      {faults.map((fault) => (
        <li key={`${fault.path} ${fault.message}`}>
          <code className="font-mono">{fault.path || "/"}</code> {fault.message}
        </li>
      ))}
    </ul>
  );
}
