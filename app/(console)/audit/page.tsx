import type { Metadata } from "next";
import { AuditList } from "@/components/audit/audit-list";
import { serverTexts } from "@/components/i18n/server-texts";
import { type Query, signedIn } from "../signed-in";

export const dynamic = "force-dynamic";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await serverTexts())("audit.title") };
}

export default async function AuditPage({ searchParams }: { searchParams: Query }) {
  await signedIn("/audit", searchParams);
  return <AuditList />;
}
