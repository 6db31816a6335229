import { Notice } from "@/components/ui/notice";
import type { ActionAnswer } from "@/lib/wire/console/types";

/** What the server said to the last click, where it is not what was hoped for. */
export function AnswerNotice({ answer }: { answer: ActionAnswer | undefined }) {
  if (!answer || answer.ok) return null;
  return (
    <Notice look={answer.code === "answer_lost" ? "unknown" : "deny"} role="alert" className="mb-3">
      {answer.message}
      {answer.code === "unauthenticated" ? " Your text is kept." : null}
    </Notice>
  );
}
