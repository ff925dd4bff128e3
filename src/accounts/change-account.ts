import { type AuditEntry, auditEntry, type FieldChange, settleEntry } from '../audit/index.ts';
import { type Actor, AppError, type Ctx, systemContext, type World } from '../kernel/index.ts';
import { say } from '../sentences/index.ts';
import { plainCollection } from '../store/index.ts';
import { type From, namesOf } from './account.ts';
import { type AccountDocument, accountModel, accountsOf, type PersonLink } from './model.ts';

/** A change of an account, for the audit log of each organization that knows its person. */
export interface AccountNote {
  /** `user.change-password`. */
  action: string;
  /** Left out: the person. */
  by?: 'system';
  changes?: readonly FieldChange[];
}

export interface AccountChange {
  set: Partial<Omit<AccountDocument, '_id' | 'version' | 'outbox' | 'updatedAt'>>;
  /** Null for what nobody has to know of, such as a spent code. */
  note: AccountNote | null;
}

const attemptsMax = 60;

/**
 * Changes an account to what `decide` makes of the present one, and decides again when somebody else was faster: so
 * whatever may happen once, happens once. Null when there is no such account, or `decide` gave null.
 */
export async function changeAccount(
  world: World,
  accountId: string,
  from: From,
  decide: (account: AccountDocument) => AccountChange | null | Promise<AccountChange | null>,
): Promise<AccountDocument | null> {
  const accounts = accountsOf(world);
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const present = await accounts.findOne({ _id: accountId });
    const change = present && (await decide(present));
    if (!present || !change) return null;
    const people = change.set.people ?? present.people;
    const entries = change.note ? await entriesOf(world, people, change.note, from) : [];
    const written = await accounts.findOneAndUpdate(
      { _id: accountId, version: present.version },
      {
        $set: { ...change.set, version: present.version + 1, updatedAt: world.clock.now() },
        ...(entries.length > 0 ? { $push: { outbox: { $each: entries } } } : {}),
      },
      { returnDocument: 'after' },
    );
    if (!written) continue;
    await settle(world, accountId, entries);
    return written;
  }
  throw new AppError('conflict', say('accountChangingNow'));
}

/** Stores a new account with the entries about it. */
export async function insertAccount(
  world: World,
  account: AccountDocument,
  note: AccountNote,
  from: From,
): Promise<void> {
  const outbox = await entriesOf(world, account.people, note, from);
  await accountsOf(world).insertOne({ ...account, ...(outbox.length > 0 ? { outbox } : {}) });
  await settle(world, account._id, outbox);
}

/** One for each organization: none of them learns of the others. */
export async function entriesOf(
  world: World,
  people: readonly PersonLink[],
  { action, by, changes = [] }: AccountNote,
  from: From,
): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = [];
  for (const person of people) {
    const names = await namesOf(world, person);
    if (!names) continue;
    const { organizationId, userId } = person;
    const actor: Actor =
      by === 'system' ? { kind: 'system' } : { kind: 'user', id: userId, ...names };
    const ctx: Ctx = {
      ...systemContext(world, organizationId, from.requestId),
      actor,
      source: by === 'system' ? 'System' : 'User',
    };
    entries.push(
      auditEntry(ctx, {
        action,
        entityType: 'User',
        entityId: userId,
        entityDisplayName: names.displayName,
        changes: [...changes, { path: 'address', after: from.address }],
        personIds: [userId],
      }),
    );
  }
  return entries;
}

async function settle(
  world: World,
  accountId: string,
  entries: readonly AuditEntry[],
): Promise<void> {
  const documents = plainCollection(accountModel(world.store));
  for (const entry of entries) await settleEntry(world, documents, accountId, entry);
}

/** Moves entries that a crash left in accounts into the audit log. */
export async function settleAccounts(world: World): Promise<void> {
  const left = await accountsOf(world)
    .find({ 'outbox._id': { $gt: '' } })
    .limit(1000)
    .toArray();
  for (const { _id, outbox = [] } of left) await settle(world, _id, outbox);
}
