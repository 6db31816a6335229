import type { NewLink } from "@/lib/store/account-links";
import type { DelegationRow } from "@/lib/store/delegations";
import type { Group } from "@/lib/store/groups";
import type { Account } from "@/lib/store/people";
import type { Session } from "@/lib/store/sessions";
import { browserName } from "./browser-name";
import type { AccountView, DelegationView, GroupView, LinkYield, SessionView, TokenView } from "./types";

export function accountView(account: Account): AccountView {
  return {
    id: account.id,
    email: account.email,
    name: account.name,
    role: account.role,
    disabled: account.disabledAt !== null,
    last_sign_in_at: account.lastSignInAt?.toISOString(),
    has_password: account.hasPassword,
    linked: account.linked,
    link_expires_at: account.linkExpiresAt?.toISOString(),
    groups: account.groups,
  };
}

export function groupView({ id, name, members, tools }: Group): GroupView {
  return { id, name, members, tools };
}

/** @param currentId the session by which the page was asked for */
export function sessionView(session: Session, currentId: string | undefined): SessionView {
  return {
    id: session.id,
    created_at: session.createdAt.toISOString(),
    expires_at: session.expiresAt.toISOString(),
    user_agent: session.userAgent ?? undefined,
    browser: session.userAgent ? browserName(session.userAgent) : undefined,
    provider: session.provider === "oidc" ? "oidc" : "password",
    current: session.id === currentId,
  };
}

export function tokenView({ id, createdAt }: { id: string; createdAt: Date }): TokenView {
  return { id, created_at: createdAt.toISOString() };
}

export function delegationView(row: DelegationRow): DelegationView {
  return {
    id: row.id,
    from: { id: row.fromId, name: row.fromName },
    to: { id: row.toId, name: row.toName },
    starts_at: row.startsAt.toISOString(),
    ends_at: row.endsAt.toISOString(),
    reason: row.reason ?? undefined,
    in_force: row.inForce,
  };
}

/** @param ownUrl the console's public base URL, so that the link works from where people are */
export function linkYield(purpose: LinkYield["purpose"], link: NewLink, ownUrl: string): LinkYield {
  return { purpose, url: `${ownUrl}/set-password?link=${link.secret}`, expires_at: link.expiresAt.toISOString() };
}
