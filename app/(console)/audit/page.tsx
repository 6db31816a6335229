import type { Metadata } from "next";
import { AuditList } from "@/components/audit/audit-list";
import { type Query, signedIn } from "../signed-in";

export const dynamic = "force-dynamic";
export const metadata: Metadata = { title: "Audit" };

export default async function AuditPage({ searchParams }: { searchParams: Query }) {
  await signedIn("/audit", searchParams);
  return <AuditList />;
}
