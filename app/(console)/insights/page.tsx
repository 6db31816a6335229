import type { Metadata } from "next";
import { serverTexts } from "@/components/i18n/server-texts";
import { Insights } from "@/components/insights/insights";
import { type Query, signedIn } from "../signed-in";

export const dynamic = "force-dynamic";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await serverTexts())("insights.title") };
}

export default async function InsightsPage({ searchParams }: { searchParams: Query }) {
  await signedIn("/insights", searchParams);
  return <Insights />;
}
