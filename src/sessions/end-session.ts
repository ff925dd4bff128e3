import { auditEntry, settleEntry } from '../audit/index.ts';
import { type Ctx, systemContext, type World } from '../kernel/index.ts';
import { plainCollection } from '../store/index.ts';
import { type Session, type SessionDocument, sessionModel, sessionsIn } from './model.ts';

/** Why a session ended, as the audit log says it. */
const endReasons = [
  'signed out',
  'ended by the person',
  'ended by an administrator',
  'suspended',
  'password changed',
  'account recovered',
  'way to sign in changed',
  'signed out by the identity provider',
  'identity provider required',
  'went to another organization',
  'too many sessions',
] as const;
type EndReason = (typeof endReasons)[number];

export interface Ending {
  reason: EndReason;
  /** Who ends it; left out, the product. */
  by?: Ctx;
}

/** Which sessions to end. Those of an account are in several organizations. */
type SessionFilter =
  | { organizationId: string; userId: string }
  | { accountId: string }
  | { connectionId: string; issuer: string; sid: string }
  | { connectionId: string; issuer: string; subject: string }
  | { connectionId: string };

/** Ends a session at once. A second time changes nothing. */
export async function endSession(
  world: World,
  { id }: Pick<Session, 'id'>,
  ending: Ending,
): Promise<void> {
  await endAll(world, await sessionsIn(world).find({ id }).toArray(), ending);
}

/** Ends every session that matches, except one. Gives how many they were. */
export async function endSessionsOf(
  world: World,
  filter: SessionFilter,
  ending: Ending & { except?: string },
): Promise<number> {
  const found = await sessionsIn(world).find(storedFilterOf(filter)).toArray();
  return endAll(
    world,
    found.filter(({ id }) => id !== ending.except),
    ending,
  );
}

function storedFilterOf(filter: SessionFilter): Record<string, string> {
  if ('userId' in filter)
    return { organizationId: filter.organizationId, userId: filter.userId.toLowerCase() };
  if ('accountId' in filter) return { accountId: filter.accountId };
  const { connectionId } = filter;
  if ('sid' in filter)
    return {
      'oidc.connectionId': connectionId,
      'oidc.sid': filter.sid,
      'oidc.issuer': filter.issuer,
    };
  if ('subject' in filter)
    return {
      'oidc.connectionId': connectionId,
      'oidc.subject': filter.subject,
      'oidc.issuer': filter.issuer,
    };
  return { 'oidc.connectionId': connectionId };
}

async function endAll(
  world: World,
  documents: readonly SessionDocument[],
  { reason, by }: Ending,
): Promise<number> {
  const byId = Map.groupBy(documents, ({ id }) => id);
  for (const [, all] of byId) {
    const [first, ...others] = all;
    if (!first) continue;
    // Other tokens of the session first: after a crash here, ending it again still leaves the entry.
    if (others.length > 0)
      await sessionsIn(world).deleteMany({ _id: { $in: others.map(({ _id }) => _id) } });
    await endOne(world, first, reason, by);
  }
  return byId.size;
}

async function endOne(
  world: World,
  { _id, id, organizationId, userId }: SessionDocument,
  reason: EndReason,
  by: Ctx | undefined,
): Promise<void> {
  if (organizationId === undefined) return;
  const actor = by ?? systemContext(world, organizationId, 'session');
  const entry = auditEntry(
    { ...actor, organizationId },
    {
      action: 'session.end',
      entityType: 'Session',
      entityId: id,
      personIds: [userId],
      changes: [{ path: 'reason', after: reason }],
    },
  );
  // From here on nobody finds it; what is left of it goes once the entry is in the log.
  const ended = await sessionsIn(world).updateOne(
    { _id, organizationId },
    { $unset: { organizationId: 1 }, $push: { outbox: entry } },
  );
  if (ended.matchedCount === 0) return;
  await settleEntry(world, plainCollection(sessionModel(world.store)), _id, entry);
  await sessionsIn(world).deleteOne({ _id });
}
