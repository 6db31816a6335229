import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { serverTexts } from "@/components/i18n/server-texts";
import { AccountCard } from "@/components/people/account-card";
import { DelegationsCard } from "@/components/people/delegations-card";
import { SessionsCard } from "@/components/people/sessions-card";
import { TokensCard } from "@/components/people/tokens-card";
import { MorePlaces } from "@/components/shell/more-places";
import { PageHead } from "@/components/ui/page-head";
import { settings } from "@/lib/settings";
import { listDelegations } from "@/lib/store/delegations";
import { findPerson, listPeople, listTokens } from "@/lib/store/people";
import { listSessions } from "@/lib/store/sessions";
import { accountView, delegationView, sessionView, tokenView } from "@/lib/wire/console/people-views";
import { signedIn } from "../signed-in";

export const dynamic = "force-dynamic";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await serverTexts())("account.title") };
}

export default async function AccountPage() {
  const viewer = await signedIn("/account");
  const { id } = viewer;
  const t = await serverTexts();
  const [person, people, delegations, sessions, tokens] = await Promise.all([
    findPerson(id),
    listPeople(),
    listDelegations(id),
    listSessions(id),
    listTokens(id),
  ]);
  if (!person) notFound();
  return (
    <>
      <PageHead title={t("account.title")}>{t("account.lead")}</PageHead>
      <div className="grid w-full max-w-3xl gap-4 px-4 pb-10 sm:px-6">
        <MorePlaces />
        <AccountCard account={accountView(person)} own manages={false} byProvider={!settings().passwordSignIn} />
        <SessionsCard sessions={sessions.map((each) => sessionView(each, viewer.credential.id))} />
        <TokensCard personId={id} tokens={tokens.map(tokenView)} canIssue />
        <DelegationsCard
          delegations={delegations.map(delegationView)}
          accounts={people.map(accountView)}
          viewerId={id}
          manages={false}
          awayId={id}
        />
      </div>
    </>
  );
}
