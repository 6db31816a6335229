import type { Metadata } from "next";
import { Inbox } from "@/components/inbox/inbox";
import { type Query, signedIn } from "../signed-in";

export const dynamic = "force-dynamic";
export const metadata: Metadata = { title: "Inbox" };

export default async function InboxPage({ searchParams }: { searchParams: Query }) {
  await signedIn("/inbox", searchParams);
  return <Inbox />;
}
