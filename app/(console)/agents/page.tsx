import type { Metadata } from "next";
import { AgentsCard } from "@/components/agents/agents-card";
import { serverTexts } from "@/components/i18n/server-texts";
import { PageHead } from "@/components/ui/page-head";
import { listAgents, listOwners } from "@/lib/store/agents";
import { agentView } from "@/lib/wire/console/agent-views";
import { signedIn } from "../signed-in";

export const dynamic = "force-dynamic";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await serverTexts())("agents.title") };
}

export default async function AgentsPage() {
  const viewer = await signedIn("/agents");
  const t = await serverTexts();
  const manages = viewer.role === "admin";
  const [agents, owners] = await Promise.all([listAgents(), manages ? listOwners() : []]);
  return (
    <>
      <PageHead title={t("agents.title")}>
        {t("agents.lead")} {manages ? null : t("agents.readOnly")}
      </PageHead>
      <div className="grid w-full max-w-5xl gap-4 px-4 pb-10 sm:px-6">
        <AgentsCard agents={agents.map(agentView)} owners={owners} manages={manages} />
      </div>
    </>
  );
}
