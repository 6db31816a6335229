import type { Metadata } from "next";
import { serverTexts } from "@/components/i18n/server-texts";
import { AccountsCard } from "@/components/people/accounts-card";
import { DelegationsCard } from "@/components/people/delegations-card";
import { GroupsCard } from "@/components/people/groups-card";
import { PageHead } from "@/components/ui/page-head";
import { settings } from "@/lib/settings";
import { listDelegations } from "@/lib/store/delegations";
import { listGroups } from "@/lib/store/groups";
import { listPeople } from "@/lib/store/people";
import { accountView, delegationView, groupView } from "@/lib/wire/console/people-views";
import { signedIn } from "../signed-in";

export const dynamic = "force-dynamic";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await serverTexts())("people.title") };
}

export default async function PeoplePage() {
  const viewer = await signedIn("/people");
  const t = await serverTexts();
  const [people, groups, delegations] = await Promise.all([listPeople(), listGroups(), listDelegations()]);
  const accounts = people.map(accountView);
  const manages = viewer.role === "admin";
  return (
    <>
      <PageHead title={t("people.title")}>
        {t("people.lead")} {manages ? null : t("people.readOnly")}
      </PageHead>
      <div className="grid w-full max-w-5xl gap-4 px-4 pb-10 sm:px-6">
        <AccountsCard
          accounts={accounts}
          viewerId={viewer.id}
          manages={manages}
          byProvider={!settings().passwordSignIn}
        />
        <GroupsCard groups={groups.map(groupView)} accounts={accounts} manages={manages} />
        <DelegationsCard
          delegations={delegations.map(delegationView)}
          accounts={accounts}
          viewerId={viewer.id}
          manages={manages}
        />
      </div>
    </>
  );
}
