import { acceptOwn, type Intake } from '../ingest/index.ts';
import type { IntakeViews } from '../integrations/index.ts';
import { createFailures } from '../jobs/index.ts';
import { systemContext, type World } from '../kernel/index.ts';
import {
  type ChannelReadiness,
  type DeliveryDocument,
  type NamedRecipient,
  notesTo,
  organizationPeople,
  type PersonalNote,
  storeDeliveries,
  teamAdministrators,
} from '../notifications/index.ts';
import { findResource, withIds } from '../resources/index.ts';
import { inWords, type Sentence, say, usualSpeech, zonedMoment } from '../sentences/index.ts';
import { driverCollection } from '../store/index.ts';
import type { GuaranteeNews } from './guarantee-alarm.ts';
import { type Guarantee, guaranteeKind } from './guarantee-kind.ts';
import { type GuaranteeState, guaranteeStateModel } from './guarantee-states.ts';

/** How it is told that a guarantee breaks. */
export interface AlarmParts {
  channels: ChannelReadiness;
  views: IntakeViews;
  intake: Intake;
}

/**
 * Tells what is still to be told: by notes, which have ids of their own, and by a payload of the integration that the
 * guarantee names. A crash in between only repeats both.
 */
export function createTellNews(
  world: World,
  parts: AlarmParts,
): (stopping: AbortSignal) => Promise<void> {
  const failures = createFailures(world, 'telling that a guarantee breaks');
  const states = () => driverCollection(guaranteeStateModel(world.store));

  async function tellAll({ _id, organizationId, news = [] }: GuaranteeState): Promise<void> {
    const ctx = systemContext(world, organizationId);
    const guarantee = await findResource(ctx, guaranteeKind, withIds([_id]));
    // Deleted meanwhile: its state goes with it.
    if (!guarantee) return;
    for (const one of news) {
      await storeDeliveries(ctx, await notesOf(world, parts.channels, guarantee, one));
      await post(world, parts, guarantee, one);
    }
    const keys = news.map(({ key }) => key);
    await states().updateOne({ _id }, { $pull: { news: { key: { $in: keys } } } });
  }

  return async (stopping) => {
    const now = world.clock.now();
    const waiting = await states()
      .find({ 'news.at': { $gt: new Date(0) } })
      .toArray();
    for (const state of waiting) {
      if (stopping.aborted) return;
      await failures.attempt(state._id, () => tellAll(state));
    }
    failures.demandNone(now);
  };
}

/** To administrators of the team; where it has none that can be told, to those of the organization. */
async function notesOf(
  world: World,
  channels: ChannelReadiness,
  { id, organizationId, wire }: Guarantee,
  { key, at, teamId, ...news }: GuaranteeNews,
): Promise<DeliveryDocument[]> {
  const ctx = systemContext(world, organizationId);
  const link = { path: `/on-call/guarantees/${id}`, text: say('guaranteePage') };
  const noteIn = (zone: string): PersonalNote => ({
    ...{ organizationId, teamId, at, key: `guarantee ${id} ${key}`, link },
    ...wordsOf(wire.displayName, news, zone),
  });
  const notesFor = (people: readonly NamedRecipient[]) =>
    people.flatMap(({ recipient, timeZoneId }) =>
      notesTo(recipient, noteIn(timeZoneId ?? 'UTC'), channels),
    );
  const ofTeam = teamId === null ? [] : notesFor(await teamAdministrators(ctx, teamId));
  if (ofTeam.length > 0) return ofTeam;
  return notesFor(await organizationPeople(ctx, ['owner', 'administrator']));
}

/** The text of the news, with times in the reader's zone. */
function wordsOf(
  name: string,
  { kind, breaks }: Pick<GuaranteeNews, 'kind' | 'breaks'>,
  zone: string,
): { title: Sentence; body: Sentence } {
  if (kind === 'Over' || breaks === null)
    return { title: say('guaranteeOverTitle', { name }), body: say('guaranteeOverBody') };
  const at = zonedMoment(breaks.at, zone);
  const { integration } = breaks;
  if (kind === 'Broken')
    return {
      title: say('guaranteeBrokenTitle', { name }),
      body: say('guaranteeBrokenBody', { at, integration }),
    };
  return {
    title: say('guaranteeBreaksTitle', { name, at }),
    body: say('guaranteeBreaksBody', { integration }),
  };
}

/** To the integration that the guarantee names, mapped like any other payload. */
async function post(
  world: World,
  { views, intake }: AlarmParts,
  { id, wire }: Guarantee,
  news: GuaranteeNews,
): Promise<void> {
  const integrationId = wire.alarm?.integrationId?.toLowerCase();
  const view = integrationId ? await views.load(integrationId) : null;
  // Deleted meanwhile.
  if (!view) return;
  const { title, body } = wordsOf(wire.displayName, news, view.timeZoneId);
  // Told once to all of them, so in the language of the organization.
  const speech = usualSpeech[view.language];
  const payload = {
    status: news.kind === 'Over' ? 'Resolved' : 'Open',
    ...(news.kind === 'Over' ? {} : { severity: news.kind === 'Broken' ? 'Critical' : 'Warning' }),
    // One incident, whatever is said of it.
    title: inWords(say('guaranteeAlarmTitle', { name: wire.displayName }), speech),
    description: `${inWords(title, speech)}\n${inWords(body, speech)}`,
    correlationId: `guarantee ${id}`,
    guaranteeId: id,
    state: news.kind,
  };
  await acceptOwn(intake, view, payload, world.clock.now());
}
