import { userKind } from '../identity/index.ts';
import type { Ctx } from '../kernel/index.ts';
import { listResources } from '../resources/index.ts';
import { driverCollection } from '../store/index.ts';
import { type KeptTelling, type ShadowLogEntry, shadowLogModel } from './model.ts';
import type { LoggedAlert } from './product-log.ts';

/** Adds what was read to what is known. Reading the same again adds nothing. */
export async function keepLog(
  ctx: Ctx,
  runId: string,
  alerts: readonly LoggedAlert[],
): Promise<void> {
  if (alerts.length === 0) return;
  const log = driverCollection(shadowLogModel(ctx.store));
  const idOf = ({ id }: LoggedAlert) => `${runId} ${id}`;
  const stored = await log.find({ _id: { $in: alerts.map(idOf) } }).toArray();
  const known = new Map(stored.map((entry) => [entry._id, entry]));
  const users = await usersByAddress(ctx, alerts);
  for (const alert of alerts) {
    const _id = idOf(alert);
    const told = alert.told.map(({ person, at, channel }) => ({
      userId: users.get(person) ?? null,
      at,
      channel,
    }));
    const entry = merged(known.get(_id), {
      _id,
      organizationId: ctx.organizationId,
      runId,
      key: alert.key,
      title: alert.title,
      openedAt: alert.openedAt,
      told,
      escalatedAt: alert.escalatedAt,
      acknowledgedAt: alert.acknowledgedAt,
      resolvedAt: alert.resolvedAt,
    });
    known.set(_id, entry);
    await log.replaceOne({ _id }, entry, { upsert: true });
  }
}

/** Users by the addresses by which the other product knows them. */
async function usersByAddress(
  ctx: Ctx,
  alerts: readonly LoggedAlert[],
): Promise<Map<string, string>> {
  const people = new Set(alerts.flatMap(({ told }) => told.map(({ person }) => person)));
  const addresses = [...people].filter((person) => person.includes('@'));
  if (addresses.length === 0) return new Map();
  const { items } = await listResources(ctx, userKind, { 'lookup.email': { $in: addresses } });
  return new Map(items.map(({ id, wire }) => [wire.email.toLowerCase(), id]));
}

/** Both together: a log is read in pieces, and some of it twice. Pure. */
export function merged(before: ShadowLogEntry | undefined, more: ShadowLogEntry): ShadowLogEntry {
  if (!before) return { ...more, told: withoutRepeated(more.told) };
  return {
    ...more,
    told: withoutRepeated([...before.told, ...more.told]),
    escalatedAt: distinct([...before.escalatedAt, ...more.escalatedAt]),
    acknowledgedAt: first(before.acknowledgedAt, more.acknowledgedAt),
    resolvedAt: first(before.resolvedAt, more.resolvedAt),
  };
}

function withoutRepeated(told: readonly KeptTelling[]): KeptTelling[] {
  const keyOf = ({ userId, at, channel }: KeptTelling) => `${userId} ${at.getTime()} ${channel}`;
  const all = new Map(told.map((one) => [keyOf(one), one]));
  return [...all.values()].toSorted((one, other) => Number(one.at) - Number(other.at));
}

function distinct(times: readonly Date[]): Date[] {
  const all = new Map(times.map((at) => [at.getTime(), at]));
  return [...all.values()].toSorted((one, other) => Number(one) - Number(other));
}

function first(one: Date | null, other: Date | null): Date | null {
  if (!one || !other) return one ?? other;
  return one <= other ? one : other;
}
