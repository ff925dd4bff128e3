import type { AnyBulkWriteOperation } from 'mongodb';
import {
  type ChangedVersion,
  type CountedIncident,
  changedVersions,
  countedIncident,
  countedIncidents,
} from '../incidents/index.ts';
import { integrationKind } from '../integrations/index.ts';
import { type Ctx, systemContext, type World } from '../kernel/index.ts';
import { makeWay, readInTurn } from '../pace/index.ts';
import { displayNames } from '../resources/index.ts';
import { isDuplicateKey } from '../store/index.ts';
import { incidentToFact } from './incident-to-fact.ts';
import { keptVersions } from './kept-versions.ts';
import { factsOf, positionsOf, type StoredFact } from './model.ts';
import { BlockChooser, packFacts, unpackedMark } from './pack.ts';

/** The size of a page of versions, and of incidents that are read whole. */
const pageSize = 1000;
const portionSize = 200;

/**
 * An incident gets the time of its change before it is stored, and clocks of processes differ: incidents are read
 * again for this long. Payloads that intake has not applied yet are known exactly.
 */
const lateMilliseconds = 60_000;

/** How far a stored position may be behind the true one: a report need not write. */
const positionLagMilliseconds = 60_000;

interface CatchUpOptions {
  /** Since when there are payloads that no incident has yet; null where there are none. */
  unappliedSince: Date | null;
  /** Give up after so much work; what was read is kept. */
  patienceMilliseconds: number;
  /** Nobody waits for it: alerts go first, and blocks are packed on the way. */
  inBackground?: boolean;
  stopping?: AbortSignal;
}

/**
 * Derives the facts of all incidents that have changed. Harmless when several processes do it at once: a fact is
 * replaced only by that of a later version. False when there was no time for all of them.
 */
export async function catchUp(
  world: World,
  organizationId: string,
  { unappliedSince, patienceMilliseconds, inBackground = false, stopping }: CatchUpOptions,
): Promise<boolean> {
  let left = patienceMilliseconds;
  const now = world.clock.now().getTime();
  const settled = Math.min(now, unappliedSince?.getTime() ?? now) - lateMilliseconds;
  const position = await positionsOf(world).findOne({ _id: organizationId });
  const from = position?.from ?? new Date(0);
  const chooser = new BlockChooser(world, organizationId);
  const versions = keptVersions(world);
  const inTurn = <Result>(step: () => Promise<Result>) =>
    inBackground ? step() : readInTurn({ ...world, organizationId }, step);
  let kept = from.getTime();
  for (let after: ChangedVersion | null = null; ; ) {
    if (stopping?.aborted || left <= 0) return false;
    let begun = performance.now();
    const position = { from, after, limit: pageSize };
    const page: ChangedVersion[] = await inTurn(() =>
      changedVersions(world, organizationId, position),
    );
    const changed = page.filter((one) => !versions.isKept(one)).map(({ _id }) => _id);
    for (let at = 0; at < changed.length; at += portionSize) {
      const ids = changed.slice(at, at + portionSize);
      await inTurn(async () => {
        const incidents = await countedIncidents(world, organizationId, ids);
        await keepFacts(world, organizationId, incidents, chooser);
        for (const incident of incidents) versions.note(incident);
      });
      const took = performance.now() - begun;
      left -= took;
      if (inBackground) await makeWay(world, 'upkeep', took);
      begun = performance.now();
    }
    after = page.at(-1) ?? null;
    const isLast = after === null || page.length < pageSize;
    const reached = isLast ? settled : Math.min(after?.lastUpdatedAt.getTime() ?? 0, settled);
    if (reached - kept > (isLast ? positionLagMilliseconds : 0)) {
      await moveTo(world, organizationId, new Date(reached));
      kept = reached;
    }
    left -= performance.now() - begun;
    if (isLast) break;
  }
  if (inBackground) await packFacts(world, organizationId, { stopping, makesWay: true });
  return true;
}

/**
 * Keeps what an incident is counted as that is about to be deleted, and that it is: whoever must not show what is
 * deleted looks whether the deletion came about.
 */
export async function keepFactOf(ctx: Ctx, id: string): Promise<void> {
  const incident = await countedIncident(ctx, id);
  if (!incident) return;
  const { organizationId } = incident;
  await keepFacts(ctx, organizationId, [incident], new BlockChooser(ctx, organizationId));
  await factsOf(ctx).updateOne(
    { _id: id },
    { $set: { goneAt: ctx.clock.now(), unpacked: unpackedMark() } },
  );
}

async function keepFacts(
  world: World,
  organizationId: string,
  incidents: readonly CountedIncident[],
  chooser: BlockChooser,
): Promise<void> {
  if (incidents.length === 0) return;
  const facts = factsOf(world);
  const known = await facts
    .find({ _id: { $in: incidents.map(({ _id }) => _id) } })
    .project<Pick<StoredFact, '_id' | 'version' | 'block'>>({ version: 1, block: 1 })
    .toArray();
  const byId = new Map(known.map((fact) => [fact._id, fact]));
  const changed = incidents.filter(({ _id, version }) => (byId.get(_id)?.version ?? -1) < version);
  if (changed.length === 0) return;
  const names = await namesOf(world, organizationId, changed);
  const created = changed.filter(({ _id }) => !byId.has(_id));
  const blocks = await chooser.of(created.map(({ createdAt }) => createdAt));
  const blockOf = new Map(created.map(({ _id }, place) => [_id, blocks[place] ?? '']));
  const writes = changed.map((incident): AnyBulkWriteOperation<StoredFact> => {
    const { _id, version } = incident;
    const fact = incidentToFact(incident, names.get(incident.integrationId ?? '') ?? null);
    // An incident that was about to be deleted was not: its fact is written without the deletion.
    const block = byId.get(_id)?.block;
    const document = { ...fact, unpacked: unpackedMark() };
    if (block === undefined)
      return { insertOne: { document: { ...document, block: blockOf.get(_id) ?? '' } } };
    const filter = { _id, version: { $lt: version } };
    return { replaceOne: { filter, replacement: { ...document, block } } };
  });
  try {
    await facts.bulkWrite(writes, { ordered: false });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    // Somebody else has kept some of them meanwhile, maybe an earlier version; the others are written.
    await keepFacts(world, organizationId, created, chooser);
  }
}

function namesOf(world: World, organizationId: string, incidents: readonly CountedIncident[]) {
  const ids = new Set(incidents.flatMap(({ integrationId }) => integrationId ?? []));
  return displayNames(systemContext(world, organizationId), integrationKind, [...ids]);
}

async function moveTo(world: World, organizationId: string, from: Date): Promise<void> {
  await positionsOf(world).updateOne({ _id: organizationId }, { $max: { from } }, { upsert: true });
}
