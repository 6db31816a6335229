import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ConfirmationPage } from "@/components/confirmation/confirmation-page";
import { isId } from "@/lib/kernel/id";
import { type Query, signedIn } from "../../signed-in";

export const dynamic = "force-dynamic";
export const metadata: Metadata = { title: "Confirmation" };

type Props = { params: Promise<{ id: string }>; searchParams: Query };

export default async function Page({ params, searchParams }: Props) {
  const { id } = await params;
  await signedIn(`/confirmations/${id}`, searchParams);
  if (!isId(id)) notFound();
  return <ConfirmationPage id={id} />;
}
