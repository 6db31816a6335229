import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { serverTexts } from "@/components/i18n/server-texts";
import { ToolForm } from "@/components/tools/tool-form";
import { Text } from "@/components/ui/text";
import { UNKNOWN_TOOL } from "@/lib/kernel/tool";
import { listGroups } from "@/lib/store/groups";
import { listTools } from "@/lib/store/tools";
import { toolView } from "@/lib/wire/console/tool-views";
import { type Query, signedIn } from "../../signed-in";

export const dynamic = "force-dynamic";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await serverTexts())("tools.tool") };
}

/** One tool by its name, or a new one. A name can hold anything, so it is no part of the path. */
export default async function ToolPage({ searchParams }: { searchParams: Query }) {
  const viewer = await signedIn("/tools/edit", searchParams);
  const { name } = await searchParams;
  const manages = viewer.role === "admin";
  const known = (await listTools()).find((tool) => tool.name === name);
  if ((name !== undefined && !known) || (!known && !manages)) notFound();
  const t = await serverTexts();
  const groups = (await listGroups()).map((group) => group.name);
  const shown = toolView(known ?? { name: "", ...UNKNOWN_TOOL });
  return (
    <>
      <header className="px-4 pt-3.5 pb-4 sm:px-6">
        <Link href="/tools" prefetch={false} className="text-xs text-ink-2 underline underline-offset-3">
          {t("tools.back")}
        </Link>
        <h1 className="mt-1 text-lg font-semibold tracking-tight [overflow-wrap:anywhere]">
          {known ? <Text>{known.name}</Text> : t("tools.new")}
        </h1>
      </header>
      <div className="grid w-full max-w-3xl gap-4 px-4 pb-10 sm:px-6">
        <ToolForm key={JSON.stringify(shown)} tool={shown} isNew={!known} groups={groups} manages={manages} />
      </div>
    </>
  );
}
