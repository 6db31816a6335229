import type { Metadata } from "next";
import { serverTexts } from "@/components/i18n/server-texts";
import { Policies } from "@/components/policies/policies";
import { type Query, signedIn } from "../signed-in";

export const dynamic = "force-dynamic";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await serverTexts())("policies.title") };
}

export default async function PoliciesPage({ searchParams }: { searchParams: Query }) {
  await signedIn("/policies", searchParams);
  return <Policies />;
}
