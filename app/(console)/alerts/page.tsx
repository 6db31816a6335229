import type { Metadata } from "next";
import { AlertsBoard } from "@/components/alerts/alerts-board";
import { serverTexts } from "@/components/i18n/server-texts";
import { Notice } from "@/components/ui/notice";
import { PageHead } from "@/components/ui/page-head";
import { listAlerts } from "@/lib/flow/list-alerts";
import { acknowledgedView, alertView, expiredView, shownList } from "@/lib/wire/console/alert-views";
import { signedIn } from "../signed-in";

export const dynamic = "force-dynamic";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await serverTexts())("alerts.title") };
}

export default async function AlertsPage() {
  const viewer = await signedIn("/alerts");
  const t = await serverTexts();
  if (viewer.role === "reviewer") {
    return (
      <>
        <PageHead title={t("alerts.title")} />
        <div className="w-full max-w-4xl px-4 sm:px-6">
          <Notice>{t("alerts.notYours")}</Notice>
        </div>
      </>
    );
  }
  const { expired, open, acknowledged } = await listAlerts();
  const acts = viewer.role === "admin";
  return (
    <>
      <PageHead title={t("alerts.title")}>
        {t("alerts.lead")} {acts ? null : t("alerts.readOnly")}
      </PageHead>
      <AlertsBoard
        expired={shownList(expired, expiredView)}
        open={shownList(open, alertView)}
        acknowledged={shownList(acknowledged, acknowledgedView)}
        acts={acts}
      />
    </>
  );
}
