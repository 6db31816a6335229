import type { Metadata } from "next";
import { serverTexts } from "@/components/i18n/server-texts";
import { LimitsCard } from "@/components/tools/limits-card";
import { ToolsCard } from "@/components/tools/tools-card";
import { PageHead } from "@/components/ui/page-head";
import { readLimits } from "@/lib/store/gate-limits";
import { listTools } from "@/lib/store/tools";
import { limitsView, toolView } from "@/lib/wire/console/tool-views";
import { signedIn } from "../signed-in";

export const dynamic = "force-dynamic";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await serverTexts())("tools.title") };
}

export default async function ToolsPage() {
  const viewer = await signedIn("/tools");
  const t = await serverTexts();
  const [tools, limits] = await Promise.all([listTools(), readLimits()]);
  const manages = viewer.role === "admin";
  const shown = limitsView(limits);
  return (
    <>
      <PageHead title={t("tools.title")}>
        {t("tools.lead")} {manages ? null : t("tools.readOnly")}
      </PageHead>
      <div className="grid w-full max-w-5xl gap-4 px-4 pb-10 sm:px-6">
        <ToolsCard tools={tools.map(toolView)} manages={manages} />
        <LimitsCard key={JSON.stringify(shown)} limits={shown} manages={manages} />
      </div>
    </>
  );
}
