import { Text } from "@/components/ui/text";
import type { Change } from "@/lib/kernel/exact-json/changes";
import { stepsOf } from "@/lib/kernel/exact-json/pointer";
import type { ExactValue } from "@/lib/kernel/exact-json/value";
import { ArgumentValue } from "./argument-value";

function Side({ value, look }: { value: ExactValue | undefined; look: "from" | "to" }) {
  if (!value) {
    return <span className="font-sans text-xs text-ink-3">{look === "from" ? "not there" : "removed"}</span>;
  }
  return look === "from" ? (
    <del className="text-deny decoration-deny/60">
      <ArgumentValue value={value} />
    </del>
  ) : (
    <ins className="font-medium text-approve no-underline">
      <ArgumentValue value={value} />
    </ins>
  );
}

/** What an edit changed: each place with what stood there and what stands there now. */
export function ChangesTable({ changes, label }: { changes: readonly Change[]; label: string }) {
  return (
    <table aria-label={label} className="w-full table-fixed border-collapse">
      <colgroup>
        <col className="w-[34%] sm:w-48" />
        <col />
      </colgroup>
      <tbody className="divide-y divide-line">
        {changes.map((change) => (
          <tr key={change.path} className="align-top">
            <th scope="row" className="py-2 pr-3 pl-4 text-left font-mono text-xs font-normal break-words text-ink-2">
              <Text>{(stepsOf(change.path) ?? [change.path]).join(" › ")}</Text>
            </th>
            <td className="space-y-0.5 py-2 pr-4 font-mono text-[0.84375rem] leading-snug">
              <div>
                <span className="sr-only">from </span>
                <Side value={change.from} look="from" />
              </div>
              <div>
                <span className="sr-only">to </span>
                <Side value={change.to} look="to" />
              </div>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
