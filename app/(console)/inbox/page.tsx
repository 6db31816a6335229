import type { Metadata } from "next";
import { serverTexts } from "@/components/i18n/server-texts";
import { Inbox } from "@/components/inbox/inbox";
import { type Query, signedIn } from "../signed-in";

export const dynamic = "force-dynamic";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await serverTexts())("inbox.title") };
}

export default async function InboxPage({ searchParams }: { searchParams: Query }) {
  await signedIn("/inbox", searchParams);
  return <Inbox />;
}
