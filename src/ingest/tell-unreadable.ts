/**
 * Tells administrators of payloads that a mapping cannot read, where the integration asks for that instead of an
 * incident. Once, until payloads are read again. The payload carries the mark of it (`untold`) from the write that
 * stored it until it is known who was told, so a crash in between only repeats messages that have the same ids.
 */

import { ObjectId } from 'bson';
import { type Integration, integrationKind } from '../integrations/index.ts';
import { type Ctx, systemContext, type Task, type World } from '../kernel/index.ts';
import {
  type ChannelReadiness,
  type DeliveryDocument,
  notesToAll,
  organizationPeople,
  outcomeOf,
  storeDeliveries,
} from '../notifications/index.ts';
import { findResource } from '../resources/index.ts';
import { type Sentence, say } from '../sentences/index.ts';
import type { Decision, PayloadDocument } from './model.ts';
import { payloadsOf } from './payload-writes.ts';
import { readSince } from './unreadable.ts';
import { type UnreadableEpisode, unreadableEpisodesOf } from './unreadable-episode.ts';

/** Groups of people to tell. The next group is told where no message to the one before arrives. */
const groups = [['administrator'], ['owner']] as const;
/** Nobody could be told: a payload that comes so much later is reason to try again. */
const againMilliseconds = 15 * 60_000;
const pageSize = 1000;

export function tellUnreadableTask(world: World, channels: ChannelReadiness): Task {
  return {
    name: 'unreadable-payloads',
    everySeconds: 15,
    run: async (stopping) => {
      await beginEpisodes(world);
      const episodes = await unreadableEpisodesOf(world)
        .find({ organizationId: { $gt: '' } })
        .limit(pageSize)
        .toArray();
      for (const episode of episodes) {
        if (stopping.aborted) return;
        // One that cannot be told of is in nobody's way.
        await follow(world, channels, episode).catch((err: unknown) => {
          const { _id: integrationId } = episode;
          world.log.error({ err, integrationId }, 'administrators are told later');
        });
      }
    },
  };
}

type Untold = Pick<
  PayloadDocument,
  '_id' | 'organizationId' | 'integrationId' | 'createdAt' | 'untold'
>;

const untold = { 'untold.code': { $gt: '' } };

async function beginEpisodes(world: World): Promise<void> {
  const payloads = await payloadsOf(world)
    .find(untold)
    .project<Untold>({ organizationId: 1, integrationId: 1, createdAt: 1, untold: 1 })
    .sort({ _id: 1 })
    .limit(pageSize)
    .toArray();
  const byIntegration = Map.groupBy(payloads, ({ integrationId }) => integrationId);
  for (const [integrationId, [first]] of byIntegration) {
    if (!first) continue;
    const [last = first] = await payloadsOf(world)
      .find({ ...untold, integrationId })
      .project<Untold>({ createdAt: 1 })
      .sort({ _id: -1 })
      .limit(1)
      .toArray();
    await noteEpisode(world, first, last);
  }
}

async function noteEpisode(world: World, first: Untold, last: Untold): Promise<void> {
  const episodes = unreadableEpisodesOf(world);
  const {
    integrationId: _id,
    organizationId,
    createdAt: since,
    untold: reason = say('mappingFailed'),
  } = first;
  const begun = {
    payloadId: first._id.toHexString(),
    reason,
    state: 'telling' as const,
    group: 0,
    deliveryIds: [],
    toldUserIds: [],
    givenUpAt: null,
  };
  const lastPayloadId = last._id.toHexString();
  // Two processes that see it at once make one.
  const $setOnInsert = { organizationId, since, ...begun };
  await episodes.updateOne({ _id }, { $setOnInsert, $max: { lastPayloadId } }, { upsert: true });
  const givenUpAt = { $lte: new Date(last.createdAt.getTime() - againMilliseconds) };
  await episodes.updateOne({ _id, state: 'nobody', givenUpAt }, { $set: begun });
}

async function follow(
  world: World,
  channels: ChannelReadiness,
  episode: UnreadableEpisode,
): Promise<void> {
  const { _id, organizationId } = episode;
  const ctx = systemContext(world, organizationId);
  const integration = await findResource(ctx, integrationKind, { _id });
  if (integration?.wire.unreadablePayloads !== 'TellAdministrators') {
    await settle(world, episode, { first: otherwise, others: otherwise });
    await end(world, episode);
    return;
  }
  const now =
    episode.state === 'telling' ? await tell(ctx, channels, integration, episode) : episode;
  if (now.state === 'telling') return;
  await settle(world, now, decisionsAbout[now.state]);
  if ((await readSince(world, _id, now.lastPayloadId)) !== null) await end(world, now);
}

/** Tells people, and answers the episode afterwards. The next group is told if no message to those before arrives. */
async function tell(
  ctx: Ctx,
  channels: ChannelReadiness,
  integration: Integration,
  episode: UnreadableEpisode,
): Promise<UnreadableEpisode> {
  let { group } = episode;
  if (episode.deliveryIds.length > 0) {
    const { reached, isWaiting } = await outcomeOf(ctx, episode.deliveryIds);
    if (reached.length > 0) return become(ctx, episode, { state: 'told', toldUserIds: reached });
    if (isWaiting) return episode;
    group += 1;
  }
  for (; group < groups.length; group += 1) {
    const deliveries = await notesAbout(ctx, channels, integration, { ...episode, group });
    if (deliveries.length === 0) continue;
    await storeDeliveries(ctx, deliveries);
    return become(ctx, episode, { group, deliveryIds: deliveries.map((one) => one._id) });
  }
  ctx.log.warn({ integrationId: integration.id }, 'nobody can be told of unreadable payloads');
  return become(ctx, episode, { state: 'nobody', givenUpAt: ctx.clock.now() });
}

async function become(
  world: World,
  episode: UnreadableEpisode,
  change: Partial<UnreadableEpisode>,
): Promise<UnreadableEpisode> {
  const { _id, payloadId } = episode;
  await unreadableEpisodesOf(world).updateOne({ _id, payloadId }, { $set: change });
  return { ...episode, ...change };
}

async function notesAbout(
  ctx: Ctx,
  channels: ChannelReadiness,
  { id, organizationId, teamId, wire }: Integration,
  { since, payloadId, reason, group }: UnreadableEpisode,
): Promise<DeliveryDocument[]> {
  const note = {
    organizationId,
    teamId,
    at: since,
    key: `unreadable ${id} ${payloadId} ${group}`,
    title: say('unreadableTitle', { name: wire.displayName }),
    body: say('unreadableBody', { reason }),
    link: {
      path: `/integrations/${id}?tab=payloads&payload=${payloadId}`,
      text: say('showPayload'),
    },
    orAsText: true as const,
  };
  return notesToAll(await organizationPeople(ctx, groups[group] ?? []), note, channels);
}

const told = (result: Sentence): Decision => ({ step: 'tell', result });

const otherwise = told(say('unreadSetOtherwise'));
const nobody = told(say('unreadUntold'));

/** The decision for the payload that people are told of, and the decision for the others. */
const decisionsAbout = {
  told: { first: told(say('unreadTold')), others: told(say('unreadToldEarlier')) },
  nobody: { first: nobody, others: nobody },
};

/** Payloads say what was done, and wait for nothing any more. */
async function settle(
  world: World,
  { _id: integrationId, payloadId, lastPayloadId }: UnreadableEpisode,
  { first, others }: { first: Decision; others: Decision },
): Promise<void> {
  const done = (decision: Decision) => ({
    $push: { decisions: decision },
    $unset: { untold: 1 as const },
  });
  const payloads = payloadsOf(world);
  const waiting = { ...untold, integrationId, _id: { $lte: new ObjectId(lastPayloadId) } };
  if ((await payloads.findOne(waiting, { projection: { _id: 1 } })) === null) return;
  await payloads.updateOne({ _id: new ObjectId(payloadId), ...untold }, done(first));
  await payloads.updateMany(waiting, done(others));
}

async function end(world: World, { _id, lastPayloadId }: UnreadableEpisode): Promise<void> {
  // Overtaken by a payload that failed, it is not over.
  await unreadableEpisodesOf(world).deleteOne({ _id, lastPayloadId });
}
