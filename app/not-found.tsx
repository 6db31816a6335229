import Link from "next/link";
import { Brand } from "@/components/shell/brand";

export default function NotFound() {
  return (
    <main className="grid min-h-dvh place-items-center px-4">
      <div className="text-center">
        <div className="mb-6 flex justify-center">
          <Brand size={26} />
        </div>
        <h1 className="text-lg font-semibold">There is no such page</h1>
        <p className="mt-1 text-sm text-ink-2">The link may be cut short, or the page is not for your role.</p>
        <Link
          href="/inbox"
          prefetch={false}
          className="mt-4 inline-block text-sm font-medium text-accent hover:underline"
        >
          Go to the inbox
        </Link>
      </div>
    </main>
  );
}
