import Link from "next/link";
import { serverTexts } from "@/components/i18n/server-texts";
import { Brand } from "@/components/shell/brand";

export default async function NotFound() {
  const t = await serverTexts();
  return (
    <main className="grid min-h-dvh place-items-center px-4">
      <div className="text-center">
        <div className="mb-6 flex justify-center">
          <Brand size={26} />
        </div>
        <h1 className="text-lg font-semibold">{t("notFound.title")}</h1>
        <p className="mt-1 text-sm text-ink-2">{t("notFound.text")}</p>
        <Link
          href="/inbox"
          prefetch={false}
          className="mt-4 inline-block text-sm font-medium text-accent hover:underline"
        >
          {t("notFound.inbox")}
        </Link>
      </div>
    </main>
  );
}
