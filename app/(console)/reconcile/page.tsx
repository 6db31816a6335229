import type { Metadata } from "next";
import { serverTexts } from "@/components/i18n/server-texts";
import { ReconcileList } from "@/components/reconcile/reconcile-list";
import { type Query, signedIn } from "../signed-in";

export const dynamic = "force-dynamic";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await serverTexts())("reconcile.title") };
}

export default async function ReconcilePage({ searchParams }: { searchParams: Query }) {
  await signedIn("/reconcile", searchParams);
  return <ReconcileList />;
}
