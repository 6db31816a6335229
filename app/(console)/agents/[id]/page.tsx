import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { AgentCard } from "@/components/agents/agent-card";
import { KeysCard } from "@/components/agents/keys-card";
import { serverTexts } from "@/components/i18n/server-texts";
import { Text } from "@/components/ui/text";
import { listAgents, listKeys, listOwners } from "@/lib/store/agents";
import { agentKeyView, agentView } from "@/lib/wire/console/agent-views";
import { signedIn } from "../../signed-in";

export const dynamic = "force-dynamic";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await serverTexts())("agents.agent") };
}

export default async function AgentPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const viewer = await signedIn(`/agents/${encodeURIComponent(id)}`);
  const [row] = await listAgents(id);
  if (!row) notFound();
  const t = await serverTexts();
  const manages = viewer.role === "admin";
  const [keys, owners] = await Promise.all([listKeys(row.id), manages ? listOwners() : []]);
  const agent = agentView(row);
  return (
    <>
      <header className="px-4 pt-3.5 pb-4 sm:px-6">
        <Link href="/agents" prefetch={false} className="text-xs text-ink-2 underline underline-offset-3">
          {t("agents.back")}
        </Link>
        <h1 className="mt-1 text-lg font-semibold tracking-tight [overflow-wrap:anywhere]">
          <Text>{agent.name}</Text>
        </h1>
      </header>
      <div className="grid w-full max-w-4xl gap-4 px-4 pb-10 sm:px-6">
        <AgentCard key={agent.owner?.id ?? ""} agent={agent} owners={owners} manages={manages} />
        <KeysCard agent={agent} keys={keys.map(agentKeyView)} manages={manages} />
      </div>
    </>
  );
}
