/**
 * Payloads that a mapping cannot read are an alarm: a tool that renamed a field would otherwise silence a team. One
 * incident of the integration stands for all of them, until payloads are read again.
 */

import { ObjectId } from 'bson';
import {
  type Alert,
  type Circumstances,
  decideAlerts,
  type IncidentAttribute,
  unreadableIncidents,
} from '../incidents/index.ts';
import { maintenanceAt } from '../integrations/index.ts';
import type { Task, World } from '../kernel/index.ts';
import { inWords, type Sentence, say, speaker, usualSpeech } from '../sentences/index.ts';
import { circumstancesOf, type Silence } from '../silences/index.ts';
import { type Decision, type PayloadDocument, payloadModel } from './model.ts';
import type { PendingAlert } from './payload-document.ts';
import type { Received } from './received.ts';

/** A sender of readable and unreadable payloads in turn has one incident, and not one for each turn. */
const quietSeconds = 300;
const reopenWithinSeconds = 3600;

/**
 * The consequence of a payload that could not be read, by the setting of its integration; null where nobody has to
 * hear of it.
 */
export function afterUnreadable(
  { id, view, at, replayOf }: Pick<Received, 'id' | 'view' | 'at' | 'replayOf'>,
  reason: Sentence,
  silences: readonly Silence[],
): { alert: PendingAlert } | { untold: Sentence } | { decision: Decision } | null {
  const { isMuted, isInMaintenance } = maintenanceAt(view, at);
  // Somebody who replays a payload sees the outcome.
  if (view.unreadablePayloads === 'Ignore' || isInMaintenance || replayOf) return null;
  const payloadId = id.toHexString();
  // It stays in the words in which it was opened, like what a tool sends.
  const speech = usualSpeech[view.language];
  const t = speaker(speech);
  const alert: Alert = {
    ...sameFor(view.integrationId, view.organizationId, view.teamId),
    payloadId,
    at,
    status: 'Open',
    isUnreadable: true,
    title: t('unreadableTitle', { name: view.displayName }),
    attributes: [
      { name: t('attributeReason'), value: inWords(reason, speech) },
      { name: t('attributePayload'), value: payloadId },
    ],
  };
  const circumstances = openingCircumstances(view, at, alert, { isMuted, silences });
  if (view.unreadablePayloads === 'Open')
    return { alert: { alert, circumstances, result: null, isApplied: false, failure: reason } };
  if (!circumstances.isMuted && !circumstances.silence) return { untold: reason };
  return { decision: { step: 'tell', result: say('unreadMuted') } };
}

/** A broken setting of the integration may have kept the payload from being read, and these need it as well. */
function openingCircumstances(...about: Parameters<typeof circumstancesOf>): Circumstances {
  try {
    return circumstancesOf(...about);
  } catch {
    const [, , , { isMuted }] = about;
    return { isMuted, snoozed: null };
  }
}

function sameFor(integrationId: string, organizationId: string, teamId: string) {
  return {
    integrationId,
    organizationId,
    teamId,
    severity: 'Warning' as const,
    correlationId: 'tocsin: payloads that the mapping cannot read',
    groupingKey: null,
    groupingWindowSeconds: null,
    reopenWithinSeconds,
  };
}

/** Ends what `afterUnreadable` began once a later payload was read, and none failed for some minutes. */
export function readAgainTask(world: World): Task {
  return {
    name: 'payloads-read-again',
    everySeconds: 15,
    run: async (stopping) => {
      for (const incident of await unreadableIncidents(world)) {
        if (stopping.aborted) return;
        const { integrationId, organizationId, teamIds, title, attributes } = incident;
        const told = toldOf(attributes);
        if (integrationId === null || told === null) continue;
        const payloadId = await readSince(world, integrationId, told.payloadId);
        if (payloadId === null) continue;
        const alert: Alert = {
          ...sameFor(integrationId, organizationId, teamIds[0] ?? ''),
          payloadId,
          at: world.clock.now(),
          status: 'Resolved',
          title,
          attributes: [
            { name: told.t('attributeReason'), value: told.t('payloadsReadAgain', quiet) },
          ],
        };
        const batch = await decideAlerts(world, [
          { alert, circumstances: { isMuted: false, snoozed: null, ifNoneOpen: overAlready } },
        ]);
        // Overtaken by a payload that failed, it is not over; by a person, the next round sees it.
        await batch.commit();
      }
    },
  };
}

const quiet = { minutes: quietSeconds / 60 };

/** The payload that an incident tells of, and who speaks as the incident does. */
function toldOf(attributes: readonly IncidentAttribute[]) {
  for (const speech of Object.values(usualSpeech)) {
    const t = speaker(speech);
    const payloadName = t('attributePayload');
    const payloadId = attributes.find(({ name }) => name === payloadName)?.value;
    if (payloadId !== undefined) return { payloadId, t };
  }
  return null;
}

const overAlready = { outcome: 'Discarded', reason: say('incidentOverAlready') } as const;

/** The latest payload that was read after the one that failed, if that is long enough ago. */
export async function readSince(
  world: World,
  integrationId: string,
  failed: string,
): Promise<string | null> {
  const payloads = payloadModel(world.store);
  const last = await payloads.findById(failed, { createdAt: 1 }).lean<PayloadDocument | null>();
  const now = world.clock.now().getTime();
  if (last && now - last.createdAt.getTime() < quietSeconds * 1000) return null;
  const [read] = await payloads
    .find(
      {
        integrationId,
        _id: { $gt: new ObjectId(failed) },
        outcome: { $in: ['Opened', 'Updated', 'Resolved', 'Discarded', 'Maintenance', 'Silenced'] },
        // A payload that was discarded without asking the mapping says nothing about it.
        setAside: null,
      },
      { _id: 1 },
    )
    .sort({ _id: -1 })
    .limit(1)
    .lean<Pick<PayloadDocument, '_id'>[]>();
  return read ? read._id.toHexString() : null;
}
