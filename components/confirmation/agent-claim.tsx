import { FoldedText } from "@/components/ui/folded-text";

/** The agent's own words: quoted, and marked as what they are. */
export function AgentClaim({ reasoning }: { reasoning: string }) {
  return (
    <figure className="border-l-2 border-line-strong py-0.5 pl-3.5">
      <figcaption className="text-2xs text-ink-3">What the agent says. Not verified.</figcaption>
      <blockquote className="mt-0.5 max-w-[72ch] text-sm text-ink-2">
        <FoldedText text={reasoning} />
      </blockquote>
    </figure>
  );
}
