import { Card } from "@/components/ui/card";
import { Text } from "@/components/ui/text";
import { ArgumentTable } from "./argument-table";
import { readObject } from "./read-object";

/** What else the agent sent along for the reader. It is no part of the call. */
export function ContextCard({ text }: { text: string }) {
  const value = readObject(text);
  return (
    <Card title="Context" aside="From the agent. Not verified, not part of the call.">
      {value ? (
        <ArgumentTable value={value} masked={[]} label="Context" />
      ) : (
        <pre className="px-4 py-3 font-mono text-xs whitespace-pre-wrap [overflow-wrap:anywhere]">
          <Text lines>{text}</Text>
        </pre>
      )}
    </Card>
  );
}
