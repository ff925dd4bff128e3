import { slackText } from '../channels/index.ts';
import type { World } from '../kernel/index.ts';
import { say } from '../sentences/index.ts';
import { itemsAt, NotSent, refused, type ToolAnswer, textAt } from './exchange.ts';
import { cut } from './report.ts';
import { incidentAt, type SentMessages } from './sent-messages.ts';
import { callSlack } from './slack-api.ts';
import { slackChannelName } from './slack-channel-name.ts';
import type { Job, SettingsOf } from './tool.ts';

type SlackSettings = SettingsOf<'slackSettings'>;
type SlackJob = Job<SlackSettings>;

/** Where the ids are kept that belong to the channel of an incident. Ids of channels have no colon. */
export const channelPlace = 'incident-channel:id';
const archivedPlace = 'incident-channel:archived';
const topicPlace = 'incident-channel:topic';
const invitedPlace = (userId: string) => `incident-channel:invited:${userId}`;

const namesMax = 9;
const pagesMax = 5;
const invitesMax = 20;

/** Whether incidents of this severity get a channel of their own. */
function getsChannel(settings: SlackSettings, severity: string): boolean {
  const { isEnabled, severities } = settings.dedicatedChannel ?? {};
  if (!isEnabled) return false;
  return !severities?.length || severities.some((one) => one === severity);
}

/**
 * The channel of the incident, which is made for one that is open; null where it has none, or where it was archived. A
 * bot cannot take a channel out of the archive, so an incident that opens again gets another.
 */
export async function incidentChannelOf(job: SlackJob): Promise<string | null> {
  const { sent, settings, report, delivery } = job;
  if (delivery.isSnapshot || delivery.isTest) return null;
  if (sent.at(archivedPlace) !== null) {
    if (!report.isOpen || !getsChannel(settings, report.severity)) return null;
    await forgetChannel(sent);
  }
  if (sent.at(channelPlace) === null && !(report.isOpen && getsChannel(settings, report.severity)))
    return null;
  return sent.made(channelPlace, { find: () => found(job), make: () => made(job) });
}

/** The channel of an incident that is known already, archived or not. */
export function knownChannel(sent: SentMessages): string | null {
  return sent.at(channelPlace);
}

export function noteArchived(sent: SentMessages, channel: string): Promise<void> {
  return sent.note(archivedPlace, channel);
}

export function isChannelArchived(sent: SentMessages): boolean {
  return sent.at(archivedPlace) !== null;
}

/** The incident whose channel this is, also of one that is archived; null for any other. */
export function incidentOfChannel(
  world: World,
  integrationId: string,
  channelId: string,
): Promise<string | null> {
  return incidentAt(world, integrationId, { place: channelPlace, id: channelId });
}

/** Sets the topic, and invites who is on call and is not there yet. What Slack refuses of it is told in the channel. */
export async function furnishChannel(job: SlackJob, channel: string): Promise<void> {
  const { sent, report, settings, delivery } = job;
  if (!report.isOpen) return;
  await sent.made(topicPlace, {
    make: async () => {
      const topic = cut(`${report.title} – ${report.url}`, 250);
      return (await permitted(job, 'conversations.setTopic', { channel, topic })) ?? 'set';
    },
  });
  if (!settings.dedicatedChannel?.inviteOnCallMembers) return;
  const missing: string[] = [];
  for (const { id, displayName, chatUserId } of delivery.onCall.slice(0, invitesMax)) {
    const place = invitedPlace(chatUserId ?? `unlinked ${id}`);
    if (sent.at(place) !== null) continue;
    const problem = await sent.made(place, {
      make: async () => {
        if (chatUserId === null) return 'notLinked';
        const users = { channel, users: chatUserId };
        return (await permitted(job, 'conversations.invite', users)) ?? 'invited';
      },
    });
    if (problem !== 'invited' && problem !== 'already_in_channel')
      missing.push(problem === 'notLinked' ? displayName : `${displayName} (${problem})`);
  }
  if (missing.length === 0) return;
  const text = slackText(report.t('slackNotInvited', { names: missing }));
  await sent.once('not-invited', () => call(job, 'chat.postMessage', { channel, text }));
}

/** The code of what Slack refuses for good; null where it did as asked. */
async function permitted(job: SlackJob, method: string, json: object): Promise<string | null> {
  try {
    await call(job, method, json);
    return null;
  } catch (error) {
    if (!(error instanceof NotSent) || error.result.outcome !== 'refused') throw error;
    return error.result.code ?? 'unknown_error';
  }
}

async function made(job: SlackJob): Promise<string> {
  const { isPrivate } = job.settings.dedicatedChannel ?? {};
  for (const name of namesOf(job))
    try {
      const answer = await call(job, 'conversations.create', {
        name,
        is_private: isPrivate === true,
      });
      return textAt(answer, 'channel', 'id');
    } catch (error) {
      const isTaken = error instanceof NotSent && codeOf(error) === 'name_taken';
      if (!isTaken) throw error;
    }
  return refused('name_taken', say('slackAnswered', { code: 'name_taken' }));
}

/** The channel that an attempt has made whose answer was lost. Null where the app may not list channels, too. */
async function found(job: SlackJob): Promise<string | null> {
  try {
    return await listed(job);
  } catch (error) {
    if (error instanceof NotSent && error.result.outcome === 'refused') return null;
    throw error;
  }
}

async function listed(job: SlackJob): Promise<string | null> {
  const { isPrivate } = job.settings.dedicatedChannel ?? {};
  const names = new Set(namesOf(job));
  let cursor = '';
  for (let page = 0; page < pagesMax; page += 1) {
    const query = new URLSearchParams({
      types: isPrivate ? 'private_channel' : 'public_channel',
      exclude_archived: 'true',
      limit: '1000',
      ...(cursor === '' ? {} : { cursor }),
    });
    const answer = await job.exchange.ask(`https://slack.com/api/conversations.list?${query}`, {
      method: 'GET',
      headers: { authorization: `Bearer ${job.settings.botToken}` },
    });
    const channel = itemsAt(answer, 'channels').find(
      ({ name }) => typeof name === 'string' && names.has(name),
    );
    if (channel) return typeof channel.id === 'string' ? channel.id : null;
    cursor = cursorOf(answer);
    if (cursor === '') return null;
  }
  return null;
}

function cursorOf({ json }: ToolAnswer): string {
  const { next_cursor: cursor } = Object(json.response_metadata);
  return typeof cursor === 'string' ? cursor : '';
}

function namesOf({ settings, delivery }: SlackJob): string[] {
  const prefix = settings.dedicatedChannel?.channelNamePrefix;
  const { id, title, createdAt } = delivery.incident;
  const incident = { id, title, createdAt: createdAt ?? delivery.event.at };
  return Array.from({ length: namesMax }, (_, index) =>
    slackChannelName(prefix, incident, index + 1),
  );
}

async function forgetChannel(sent: SentMessages): Promise<void> {
  const channel = sent.at(channelPlace);
  const ofChannel = sent.places().filter((place) => place.startsWith('incident-channel:'));
  for (const place of [...ofChannel, ...(channel === null ? [] : [channel])])
    await sent.forget(place);
}

function codeOf({ result }: NotSent): string | null {
  return result.outcome === 'sent' ? null : result.code;
}

function call({ exchange, settings }: SlackJob, method: string, json: object): Promise<ToolAnswer> {
  return callSlack({ exchange, botToken: settings.botToken }, method, json);
}
