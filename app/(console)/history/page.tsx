import type { Metadata } from "next";
import { HistoryList } from "@/components/history/history-list";
import { serverTexts } from "@/components/i18n/server-texts";
import { type Query, signedIn } from "../signed-in";

export const dynamic = "force-dynamic";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await serverTexts())("history.title") };
}

export default async function HistoryPage({ searchParams }: { searchParams: Query }) {
  await signedIn("/history", searchParams);
  return <HistoryList />;
}
