import { FoldedText } from "@/components/ui/folded-text";
import { Masked } from "@/components/ui/masked";
import { Text } from "@/components/ui/text";
import type { ExactValue } from "@/lib/kernel/exact-json/value";
import { childrenOf } from "./argument-rows";

const COUNT = new Intl.NumberFormat("en-GB");

function Remark({ children }: { children: string }) {
  return <span className="ml-2 font-sans text-2xs text-ink-3">{children}</span>;
}

/** How many members or items a nested value has, in the words of its kind. */
export function sizeText(value: ExactValue): string {
  const size = childrenOf(value).length;
  const noun = value.kind === "array" ? "item" : "field";
  return `${COUNT.format(size)} ${noun}${size === 1 ? "" : "s"}`;
}

/** One value, as written: numbers digit for digit, strings in quotes, and nothing that looks like something else. */
export function ArgumentValue({ value, masked }: { value: ExactValue; masked?: boolean }) {
  if (masked) return <Masked />;
  switch (value.kind) {
    case "string":
      if (value.value === "") {
        return (
          <>
            ""<Remark>empty text</Remark>
          </>
        );
      }
      return <FoldedText text={value.value} quote={'"'} />;
    case "number":
      return <span className="break-all tabular-nums">{value.text}</span>;
    case "null":
      return <span className="text-ink-2 italic">null</span>;
    case "true":
    case "false":
      return <span>{value.kind}</span>;
    case "array":
    case "object":
      if (childrenOf(value).length === 0) {
        return (
          <>
            {value.kind === "array" ? "[]" : "{}"}
            <Remark>{value.kind === "array" ? "empty list" : "empty object"}</Remark>
          </>
        );
      }
      return (
        <span className="break-words">
          <Text lines>{value.text}</Text>
        </span>
      );
    default:
      return value satisfies never;
  }
}
