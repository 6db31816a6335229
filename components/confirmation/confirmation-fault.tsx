import { FileQuestion } from "lucide-react";
import { ReadingFailed } from "@/components/live/read-console";
import { Empty } from "@/components/ui/empty";
import { ListFault } from "@/components/ui/list-fault";

export function ConfirmationFault({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (error instanceof ReadingFailed && error.status === 404) {
    return (
      <Empty icon={FileQuestion} title="There is no such confirmation">
        The link may be cut short, or it belongs to another console.
      </Empty>
    );
  }
  return <ListFault error={error} onRetry={onRetry} />;
}
