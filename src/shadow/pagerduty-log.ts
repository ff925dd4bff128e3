import { say } from '../sentences/index.ts';
import {
  type Ask,
  demandObjects,
  type LoggedAlert,
  LogUnread,
  type Members,
  objectAt,
  type ProductLog,
  type Telling,
  textAt,
  timeAt,
} from './product-log.ts';

/** The product answers no more of one list. */
const offsetMax = 10_000;
const pageSize = 100;
const hour = 3_600_000;
const minute = 60_000;

/** Its ways to tell people, as they are called here. */
const channels = new Map([
  ['email', 'Email'],
  ['short_email', 'Email'],
  ['sms', 'SMS'],
  ['phone', 'VoiceCall'],
  ['ios_push_notification', 'Push'],
  ['android_push_notification', 'Push'],
]);

/** Log entries of PagerDuty's REST API, version 2: newest first, over all incidents. */
export const pagerdutyLog: ProductLog = {
  displayName: 'PagerDuty',
  precision: 'Minute',
  url: 'https://api.pagerduty.com',
  headersOf: (key) => ({
    authorization: `Token token=${key}`,
    accept: 'application/vnd.pagerduty+json;version=2',
  }),
  async *read(ask, since, now) {
    const emails = new Map<string, string>();
    for (let from = since.getTime(); from < now.getTime(); ) {
      const until = Math.min(from + hour, now.getTime());
      const entries = await entriesBetween(ask, from, until);
      for (const id of new Set(entries.flatMap((entry) => toldIn(entry)?.person ?? [])))
        if (!emails.has(id)) emails.set(id, await emailOf(ask, id));
      yield { alerts: alertsOf(entries, emails), until: new Date(until) };
      from = until;
    }
  },
};

/** All entries of a time; of too many, those of each half. */
async function entriesBetween(ask: Ask, from: number, until: number): Promise<Members[]> {
  const found: Members[] = [];
  for (let offset = 0; offset + pageSize <= offsetMax; offset += pageSize) {
    const query = new URLSearchParams({
      since: new Date(from).toISOString(),
      until: new Date(until).toISOString(),
      time_zone: 'UTC',
      limit: `${pageSize}`,
      offset: `${offset}`,
      'include[]': 'incidents',
    });
    const answer = await ask(`/log_entries?${query}`);
    found.push(...demandObjects(answer, 'log_entries', 'PagerDuty'));
    if (answer.more !== true) return found;
  }
  if (until - from <= minute)
    throw new LogUnread(say('shadowAnswerTooLong', { product: 'PagerDuty' }));
  const half = Math.floor((from + until) / 2);
  return [...(await entriesBetween(ask, from, half)), ...(await entriesBetween(ask, half, until))];
}

/** The address of a user; their id where the product does not say it, as of one who is gone. */
async function emailOf(ask: Ask, id: string): Promise<string> {
  try {
    const answer = await ask(`/users/${encodeURIComponent(id)}`);
    return textAt(objectAt(answer, 'user'), 'email')?.toLowerCase() ?? id;
  } catch (error) {
    if (error instanceof LogUnread && error.sentence.code === 'shadowAnswers') return id;
    throw error;
  }
}

/** Whom an entry says was told, by their id there; undefined for all other entries. */
function toldIn(entry: Members): Telling | undefined {
  const person = textAt(objectAt(entry, 'user'), 'id');
  const at = timeAt(entry, 'created_at');
  if (typeOf(entry) !== 'notify' || person === null || at === null) return undefined;
  const channel = objectAt(entry, 'channel');
  const named = [objectAt(entry, 'notification'), objectAt(channel, 'notification'), channel];
  const [type = ''] = named.flatMap((one) => textAt(one, 'type') ?? []);
  return { person, at, channel: channels.get(type) ?? null };
}

function typeOf(entry: Members): string | undefined {
  return /^(\w+)_log_entry/.exec(textAt(entry, 'type') ?? '')?.[1];
}

/** One alert per incident in these entries. Pure. */
function alertsOf(entries: readonly Members[], emails: ReadonlyMap<string, string>): LoggedAlert[] {
  const groups = Map.groupBy(entries, (entry) => textAt(objectAt(entry, 'incident'), 'id'));
  return [...groups].flatMap(([id, group]) => {
    const incident = objectAt(group[0] ?? {}, 'incident');
    const openedAt = timeAt(incident, 'created_at');
    // Deleted meanwhile: all that is known of it is its id.
    if (id === null || openedAt === null) return [];
    const times = (type: string) =>
      group
        .flatMap((entry) => (typeOf(entry) === type ? (timeAt(entry, 'created_at') ?? []) : []))
        .toSorted((one, other) => Number(one) - Number(other));
    return [
      {
        id,
        key: textAt(incident, 'incident_key'),
        title: textAt(incident, 'title') ?? textAt(incident, 'summary') ?? id,
        openedAt,
        told: group.flatMap((entry) => {
          const told = toldIn(entry);
          return told ? [{ ...told, person: emails.get(told.person) ?? told.person }] : [];
        }),
        escalatedAt: times('escalate'),
        acknowledgedAt: times('acknowledge')[0] ?? null,
        resolvedAt: times('resolve')[0] ?? null,
      },
    ];
  });
}
