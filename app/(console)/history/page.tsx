import type { Metadata } from "next";
import { HistoryList } from "@/components/history/history-list";
import { type Query, signedIn } from "../signed-in";

export const dynamic = "force-dynamic";
export const metadata: Metadata = { title: "History" };

export default async function HistoryPage({ searchParams }: { searchParams: Query }) {
  await signedIn("/history", searchParams);
  return <HistoryList />;
}
