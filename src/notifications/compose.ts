import type { Notification, NotifiedIncident } from '../channels/index.ts';
import { personName, speechFor, type User, usersById } from '../identity/index.ts';
import type { EventSource, IncidentDocument, IncidentEvent } from '../incidents/index.ts';
import { integrationKind } from '../integrations/index.ts';
import { systemContext, type World } from '../kernel/index.ts';
import { displayNames } from '../resources/index.ts';
import { inWords, type Speech, speaker, zonedMoment } from '../sentences/index.ts';
import { teamKind } from '../teams/index.ts';
import type { DeliveryDocument } from './delivery.ts';
import type { OutgoingMessage } from './outgoing-message.ts';

/** Where a person gets from a message to the incident. */
export interface MessageLinks {
  view: string;
  /** Null where there is nothing to acknowledge. */
  acknowledge: string | null;
  /** The code to text back; null where that is not possible. */
  replyCode: string | null;
  mailAnswers: Notification['mailAnswers'];
  /** For buttons; null where the channel has none. */
  replyToken: string | null;
}

/** How many incidents of a bundle are named. */
const namedMax = 20;

/** The content of a message to a person, as far as it does not depend on the channel. */
export async function composeNotification(
  world: World,
  message: OutgoingMessage & { incident: IncidentDocument },
  user: User,
  links: MessageLinks,
): Promise<Notification> {
  const { delivery, incident, others, unnamed } = message;
  const ctx = systemContext(world, incident.organizationId);
  const [speech, teams, integrations] = await Promise.all([
    speechFor(world, user),
    displayNames(ctx, teamKind, incident.teamIds),
    incident.integrationId === null
      ? new Map<string, string>()
      : displayNames(ctx, integrationKind, [incident.integrationId]),
  ]);
  const event = toldEvent(incident, delivery);
  const told = others.flatMap((other) => other.incident ?? []);
  return {
    incident: notified(incident),
    integrationName: integrations.get(incident.integrationId ?? '') ?? null,
    teamNames: incident.teamIds.flatMap((id) => teams.get(id) ?? []),
    intent: delivery.intent,
    actorName: await actorName(world, incident.organizationId, event?.by),
    at: event?.at ?? delivery.createdAt,
    message: event?.message ? inWords(event.message, speech) : null,
    reason: reasonOf(delivery, speech, user.wire.timeZoneId ?? 'UTC'),
    links: { view: links.view, acknowledge: links.acknowledge },
    replyCode: links.replyCode,
    mailAnswers: links.mailAnswers,
    replyToken: links.replyToken,
    recipient: {
      name: personName(user.wire),
      timeZoneId: user.wire.timeZoneId ?? null,
      speech,
    },
    bundledCount: others.length + 1 + unnamed,
    bundled: told.slice(0, namedMax).map(notified),
  };
}

/** An alert comes after whatever happened last, which need not be what it tells of. */
function toldEvent(
  { events }: IncidentDocument,
  { eventId, intent }: DeliveryDocument,
): IncidentEvent | undefined {
  const latest = events.find(({ id }) => id === eventId);
  if (latest?.intent === intent) return latest;
  return intent === 'Created' ? events.find((event) => event.intent === 'Created') : undefined;
}

function notified(incident: IncidentDocument): NotifiedIncident {
  const { _id, title, status, severity, attributes, createdAt } = incident;
  return { id: _id, title, status, severity, attributes, openedAt: createdAt };
}

function reasonOf(
  { because, isAlert, quietUntil }: DeliveryDocument,
  speech: Speech,
  timeZoneId: string,
): string {
  const said = speaker(speech);
  const reason =
    isAlert && because.code === 'tierOfTeam'
      ? said('youAreOnCall', { because })
      : `${inWords(because, speech)}.`;
  if (!quietUntil) return reason;
  return `${reason} ${said('quietHoursOver', { at: zonedMoment(quietUntil.getTime(), timeZoneId) })}`;
}

/** People by the name they have now; nobody for the integration and for what Tocsin does by itself. */
async function actorName(
  world: World,
  organizationId: string,
  by: EventSource | undefined,
): Promise<string | null> {
  if (!by || by.kind === 'integration') return null;
  if (by.kind !== 'user') return by.displayName;
  const users = await usersById(systemContext(world, organizationId), [by.id]);
  return users.get(by.id)?.displayName ?? by.displayName;
}
