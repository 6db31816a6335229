import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { serverTexts } from "@/components/i18n/server-texts";
import { AccountCard } from "@/components/people/account-card";
import { DelegationsCard } from "@/components/people/delegations-card";
import { SessionsCard } from "@/components/people/sessions-card";
import { TokensCard } from "@/components/people/tokens-card";
import { Text } from "@/components/ui/text";
import { settings } from "@/lib/settings";
import { listDelegations } from "@/lib/store/delegations";
import { findPerson, listPeople, listTokens } from "@/lib/store/people";
import { listSessions } from "@/lib/store/sessions";
import { accountView, delegationView, sessionView, tokenView } from "@/lib/wire/console/people-views";
import { signedIn } from "../../signed-in";

export const dynamic = "force-dynamic";

type Props = { params: Promise<{ id: string }> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await serverTexts())("people.person") };
}

export default async function PersonPage({ params }: Props) {
  const { id } = await params;
  const viewer = await signedIn(`/people/${encodeURIComponent(id)}`);
  const person = await findPerson(id);
  if (!person) notFound();
  const t = await serverTexts();
  const manages = viewer.role === "admin";
  const own = viewer.id === person.id;
  const [people, delegations] = await Promise.all([listPeople(), listDelegations(person.id)]);
  // Where somebody is signed in, and what acts in their name, is for them and for admins.
  const [sessions, tokens] = manages || own ? await Promise.all([listSessions(id), listTokens(id)]) : [null, null];
  const account = accountView(person);
  return (
    <>
      <header className="px-4 pt-3.5 pb-4 sm:px-6">
        <Link href="/people" prefetch={false} className="text-xs text-ink-2 underline underline-offset-3">
          {t("people.back")}
        </Link>
        <h1 className="mt-1 text-lg font-semibold tracking-tight [overflow-wrap:anywhere]">
          <Text>{person.name}</Text>
        </h1>
      </header>
      <div className="grid w-full max-w-3xl gap-4 px-4 pb-10 sm:px-6">
        <AccountCard
          key={account.role}
          account={account}
          own={own}
          manages={manages}
          byProvider={!settings().passwordSignIn}
        />
        {sessions ? <SessionsCard sessions={sessions.map((each) => sessionView(each, viewer.credential.id))} /> : null}
        {tokens ? (
          <TokensCard personId={id} tokens={tokens.map(tokenView)} canIssue={person.disabledAt === null} />
        ) : null}
        <DelegationsCard
          delegations={delegations.map(delegationView)}
          accounts={people.map(accountView)}
          viewerId={viewer.id}
          manages={manages}
          awayId={person.id}
        />
      </div>
    </>
  );
}
