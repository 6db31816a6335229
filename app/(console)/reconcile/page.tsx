import type { Metadata } from "next";
import { ReconcileList } from "@/components/reconcile/reconcile-list";
import { type Query, signedIn } from "../signed-in";

export const dynamic = "force-dynamic";
export const metadata: Metadata = { title: "Reconcile" };

export default async function ReconcilePage({ searchParams }: { searchParams: Query }) {
  await signedIn("/reconcile", searchParams);
  return <ReconcileList />;
}
