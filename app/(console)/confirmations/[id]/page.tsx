import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ConfirmationPage } from "@/components/confirmation/confirmation-page";
import { isId } from "@/lib/kernel/id";
import { signedIn } from "../../signed-in";

export const dynamic = "force-dynamic";
export const metadata: Metadata = { title: "Confirmation" };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  await signedIn(`/confirmations/${id}`);
  if (!isId(id)) notFound();
  return <ConfirmationPage id={id} />;
}
