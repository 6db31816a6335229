import { plainName, readEmail } from "@/lib/auth/plain-name";
import type { AuditActor, AuditDraft } from "@/lib/kernel/audit-kinds";
import { isId, newId } from "@/lib/kernel/id";
import type { Role } from "@/lib/kernel/principal";
import { type Refused, refuse } from "@/lib/kernel/refusal";
import { type Administrator, administer, checked, lockAdministration } from "./administration";
import { recordEvents } from "./audit";
import { readClock } from "./clock";
import { type Database, database } from "./database";
import { instant } from "./predicates";
import { readTiers, writeTiers } from "./tool-row";

export type GroupMember = { id: string; email: string; name: string; role: Role; disabled: boolean };

export type Group = {
  id: string;
  name: string;
  /** By e-mail. */
  members: GroupMember[];
  /** The tools whose tiers ask it, by name. */
  tools: string[];
};

/** A group as the file has it. */
export type GroupOfFile = { name: string; members: string[] };

/** Which way a change came: by a page, or by the file that teams keep. */
type Source = "page" | "file";

const GONE = "There is no such group any more. Nothing was changed.";

/** All groups, by name. */
export async function listGroups(db: Database = database()): Promise<Group[]> {
  const rows = await db.personGroup.findMany({
    orderBy: { name: "asc" },
    select: {
      id: true,
      name: true,
      members: { select: { person: { select: { id: true, email: true, name: true, role: true, disabledAt: true } } } },
    },
  });
  const askedBy = await toolsByGroup(db);
  return rows.map(({ id, name, members }) => ({
    id,
    name,
    members: members
      .map(({ person: { disabledAt, role, ...person } }) => ({
        ...person,
        role: role as Role,
        disabled: disabledAt !== null,
      }))
      .sort((a, b) => (a.email < b.email ? -1 : 1)),
    tools: askedBy.get(name) ?? [],
  }));
}

/** A new group without members. */
export async function createGroup(name: string, by: Administrator): Promise<{ ok: true; id: string } | Refused> {
  const plain = checked(() => plainName("name", name));
  if (!plain.ok) return plain;
  return administer(by, async (tx, now, actor) => {
    const taken = await refuseTaken(tx, plain.value);
    if (taken) return taken;
    const id = await addGroup(tx, now, plain.value);
    await recordEvents(tx, now, [created(id, plain.value, actor, "page")], {});
    return { ok: true as const, id };
  });
}

/** Another name for the same people; the tiers that name it go along. */
export async function renameGroup(id: string, name: string, by: Administrator): Promise<{ ok: true } | Refused> {
  const plain = checked(() => plainName("name", name));
  if (!plain.ok) return plain;
  return administer(by, async (tx, now, actor) => {
    const group = await findGroup(tx, id);
    if (!group) return refuse("not_found", GONE);
    if (group.name === plain.value) return { ok: true as const };
    const taken = await refuseTaken(tx, plain.value);
    if (taken) return taken;
    await tx.personGroup.update({ where: { id }, data: { name: plain.value } });
    const tools = await renameInTiers(tx, group.name, plain.value);
    const data = { group_id: id, from: group.name, to: plain.value, tools, source: "page" };
    await recordEvents(tx, now, [{ kind: "group.renamed", actor, data }], {});
    return { ok: true as const };
  });
}

/** Refused while a tool's tiers name it, or a confirmation that can still be decided asks it. */
export async function deleteGroup(id: string, by: Administrator): Promise<{ ok: true } | Refused> {
  return administer(by, async (tx, now, actor) => {
    const group = await findGroup(tx, id);
    if (!group) return refuse("not_found", GONE);
    const inUse = await refuseInUse(tx, now, group);
    if (inUse) return inUse;
    await recordEvents(tx, now, [await removeGroup(tx, group, actor, "page")], {});
    return { ok: true as const };
  });
}

/** Exactly these people are its members from now on. */
export async function setMembers(
  id: string,
  personIds: readonly string[],
  by: Administrator,
): Promise<{ ok: true } | Refused> {
  return administer(by, async (tx, now, actor) => {
    const group = await findGroup(tx, id);
    if (!group) return refuse("not_found", GONE);
    const wanted = [...new Set(personIds)];
    const known = wanted.every(isId) ? await tx.person.findMany({ where: { id: { in: wanted } } }) : [];
    if (known.length < wanted.length)
      return refuse("not_found", "One of these people is not known. Nothing was changed.");
    await recordSome(tx, now, [await replaceMembers(tx, group, known, actor, "page")]);
    return { ok: true as const };
  });
}

/**
 * Makes the groups exactly these, all or none: what the file does not name is deleted. Call it behind the tools, whose
 * tiers keep a group from being deleted.
 *
 * @param within the transaction and the instant of a larger change
 * @throws Error naming the group, when a name is no good or comes twice, an e-mail is nobody's, or a group is in use
 */
export async function setGroups(
  list: readonly GroupOfFile[],
  actor: AuditActor,
  within?: { tx: Database; now: Date },
): Promise<void> {
  if (within) return applyGroups(list, actor, within.tx, within.now);
  await database().$transaction(async (tx) => {
    await lockAdministration(tx);
    await applyGroups(list, actor, tx, await readClock(tx));
  });
}

async function applyGroups(list: readonly GroupOfFile[], actor: AuditActor, tx: Database, now: Date): Promise<void> {
  await lockAdministration(tx);
  const wanted = list.map(({ name, members }) => ({ name: plainName("group name", name), members }));
  const names = new Set(wanted.map(({ name }) => name));
  if (names.size < wanted.length) throw new Error("group name: comes twice in the list");
  const standing = await tx.personGroup.findMany({ select: { id: true, name: true } });
  const idOf = new Map(standing.map(({ id, name }) => [name, id]));
  const events: (AuditDraft | null)[] = [];
  for (const { name, members } of wanted) {
    const people = await peopleOf(tx, name, members);
    const id = idOf.get(name) ?? (await addGroup(tx, now, name));
    if (!idOf.has(name)) events.push(created(id, name, actor, "file"));
    events.push(await replaceMembers(tx, { id, name }, people, actor, "file"));
  }
  for (const group of standing.filter(({ name }) => !names.has(name))) {
    const inUse = await refuseInUse(tx, now, group);
    if (inUse) throw new Error(`group ${group.name}: ${inUse.refusal.detail}`);
    events.push(await removeGroup(tx, group, actor, "file"));
  }
  await recordSome(tx, now, events);
}

async function peopleOf(tx: Database, group: string, members: readonly string[]) {
  const emails = members.map((text) => {
    const email = readEmail(text);
    if (!email) throw new Error(`group ${group}: ${text} is no e-mail address`);
    return email;
  });
  if (new Set(emails).size < emails.length) throw new Error(`group ${group}: names a member twice`);
  const people = await tx.person.findMany({ where: { email: { in: emails } }, select: { id: true, email: true } });
  const known = new Set(people.map(({ email }) => email));
  const unknown = emails.find((email) => !known.has(email));
  if (unknown) throw new Error(`group ${group}: nobody has the e-mail ${unknown}`);
  return people;
}

async function findGroup(tx: Database, id: string) {
  return isId(id) ? tx.personGroup.findUnique({ where: { id }, select: { id: true, name: true } }) : null;
}

async function refuseTaken(tx: Database, name: string): Promise<Refused | null> {
  const taken = await tx.personGroup.count({ where: { name } });
  return taken > 0 ? refuse("already_exists", `A group is named ${name} already. Nothing was changed.`) : null;
}

async function refuseInUse(
  tx: Database,
  now: Date,
  { id, name }: { id: string; name: string },
): Promise<Refused | null> {
  const tools = (await toolsByGroup(tx)).get(name) ?? [];
  if (tools.length > 0) {
    return refuse("group_in_use", `The tiers of ${tools.join(", ")} ask the group ${name}. Nothing was deleted.`);
  }
  const [row] = await tx.$queryRaw<[{ asked: boolean }]>`
    SELECT EXISTS (
      SELECT 1 FROM confirmation_tier t JOIN confirmation c ON c.id = t.confirmation_id
      WHERE t.group_id = ${id}::uuid AND c.state = 'pending' AND c.decidable_until > ${instant(now)}
    ) AS asked`;
  return row.asked
    ? refuse("group_in_use", `Something that can still be decided asks the group ${name}. Nothing was deleted.`)
    : null;
}

async function addGroup(tx: Database, now: Date, name: string): Promise<string> {
  const id = newId(now);
  await tx.personGroup.create({ data: { id, name, createdAt: now } });
  return id;
}

function created(id: string, name: string, actor: AuditActor, source: Source): AuditDraft {
  return { kind: "group.created", actor, data: { group_id: id, name, source } };
}

async function removeGroup(
  tx: Database,
  { id, name }: { id: string; name: string },
  actor: AuditActor,
  source: Source,
): Promise<AuditDraft> {
  await tx.personGroup.delete({ where: { id } });
  return { kind: "group.deleted", actor, data: { group_id: id, name, source } };
}

/** @returns null where they are its members already */
async function replaceMembers(
  tx: Database,
  { id, name }: { id: string; name: string },
  people: readonly { id: string; email: string }[],
  actor: AuditActor,
  source: Source,
): Promise<AuditDraft | null> {
  const before = await tx.groupMember.findMany({
    where: { groupId: id },
    select: { person: { select: { id: true, email: true } } },
  });
  const [had, has] = [before.map(({ person }) => person.id), people.map((person) => person.id)];
  const added = people.filter((person) => !had.includes(person.id));
  const removed = before.map(({ person }) => person).filter((person) => !has.includes(person.id));
  if (added.length + removed.length === 0) return null;
  await tx.groupMember.deleteMany({ where: { groupId: id, personId: { in: removed.map((person) => person.id) } } });
  await tx.groupMember.createMany({ data: added.map((person) => ({ groupId: id, personId: person.id })) });
  const emails = (list: readonly { email: string }[]) => list.map(({ email }) => email).sort();
  const data = { group_id: id, name, added: emails(added), removed: emails(removed), source };
  return { kind: "group.members_changed", actor, data };
}

async function recordSome(tx: Database, now: Date, events: (AuditDraft | null)[]): Promise<void> {
  const drafts = events.filter((event) => event !== null);
  if (drafts.length > 0) await recordEvents(tx, now, drafts, {});
}

/** The tools' names by the group that their tiers ask. */
async function toolsByGroup(db: Database): Promise<Map<string, string[]>> {
  const tools = await db.tool.findMany({
    where: { NOT: { tiers: "[]" } },
    select: { name: true, tiers: true },
    orderBy: { name: "asc" },
  });
  const byGroup = new Map<string, string[]>();
  for (const { name, tiers } of tools) {
    for (const group of new Set(readTiers(tiers).map((tier) => tier.group))) {
      byGroup.set(group, [...(byGroup.get(group) ?? []), name]);
    }
  }
  return byGroup;
}

async function renameInTiers(tx: Database, from: string, to: string): Promise<string[]> {
  const tools = await tx.$queryRaw<{ name: string; tiers: string }[]>`
    SELECT name, tiers FROM tool WHERE tiers <> '[]' ORDER BY name FOR UPDATE`;
  const naming = tools
    .map(({ name, tiers }) => ({ name, tiers: readTiers(tiers) }))
    .filter(({ tiers }) => tiers.some(({ group }) => group === from));
  for (const { name, tiers } of naming) {
    const renamed = tiers.map((tier) => (tier.group === from ? { ...tier, group: to } : tier));
    await tx.tool.update({ where: { name }, data: { tiers: writeTiers(renamed) } });
  }
  return naming.map(({ name }) => name);
}
