import { say } from '../sentences/index.ts';
import {
  type Ask,
  demandObjects,
  earliest,
  type LoggedAlert,
  LogUnread,
  type Members,
  objectAt,
  type ProductLog,
  type Telling,
  textAt,
  timeAt,
} from './product-log.ts';

const product = 'ilert';
const pageSize = 100;
const pagesMax = 100;
/** Alerts cannot be asked for by when they ended: those that opened this long before are looked at again. */
const lookBackMilliseconds = 86_400_000;

/** Its ways to tell people, as they are called here. */
const channels = new Map([
  ['EMAIL', 'Email'],
  ['SMS', 'SMS'],
  ['VOICE', 'VoiceCall'],
  ['PUSH', 'Push'],
]);

/** Alerts of ilert that are open or opened lately, each with its notifications and the lines of its log. */
export const ilertLog: ProductLog = {
  displayName: product,
  url: 'https://api.ilert.com',
  precision: 'Minute',
  // 120 a minute for a key.
  restMilliseconds: 500,
  headersOf: (key) => ({ authorization: `Bearer ${key}` }),
  async *read(ask, since, now) {
    const users = await listed(ask, '/api/users?');
    const emails = new Map(users.map((user) => [user.id, textAt(user, 'email')?.toLowerCase()]));
    const from = new Date(since.getTime() - lookBackMilliseconds).toISOString();
    const found = [
      ...(await listed(ask, '/api/alerts?states=PENDING&states=ACCEPTED&')),
      ...(await listed(ask, `/api/alerts?states=RESOLVED&from=${from}&`)),
    ];
    const alerts: LoggedAlert[] = [];
    for (const alert of found) {
      const endedAt = timeAt(alert, 'resolvedOn');
      if (endedAt === null || endedAt >= since) alerts.push(...(await logged(ask, alert, emails)));
    }
    yield { alerts, until: now };
  },
};

async function listed(ask: Ask, path: string): Promise<Members[]> {
  const found: Members[] = [];
  for (let page = 0; page < pagesMax; page += 1) {
    const answer = await ask(`${path}start-index=${found.length}&max-results=${pageSize}`);
    const items = demandObjects(answer, 'items', product);
    found.push(...items);
    // A page may be shorter than was asked for: the end is where nothing is left.
    if (items.length === 0) return found;
  }
  throw new LogUnread(say('shadowAnswerTooLong', { product }));
}

async function logged(
  ask: Ask,
  alert: Members,
  emails: ReadonlyMap<unknown, string | undefined>,
): Promise<LoggedAlert[]> {
  const openedAt = timeAt(alert, 'reportTime');
  const { id } = alert;
  if (openedAt === null || typeof id !== 'number') return [];
  const answer = await ask(`/api/alerts/${id}/notifications`);
  const lines = await listed(ask, `/api/alerts/${id}/log-entries?`);
  const times = (type: string) =>
    lines.flatMap((line) => (line.logEntryType === type ? (timeAt(line, 'timestamp') ?? []) : []));
  return [
    {
      ...{ id: `${id}`, key: textAt(alert, 'alertKey'), openedAt },
      title: textAt(alert, 'summary') ?? `${id}`,
      told: demandObjects(answer, 'items', product).flatMap((one) => tellingOf(one, emails)),
      escalatedAt: times('AlertEscalatedToLevelLogEntry'),
      // Somebody's answer leaves an alert pending where they declined.
      acknowledgedAt: alert.status === 'PENDING' ? null : earliest(times('UserResponseLogEntry')),
      resolvedAt: timeAt(alert, 'resolvedOn'),
    },
  ];
}

function tellingOf(
  notification: Members,
  emails: ReadonlyMap<unknown, string | undefined>,
): Telling[] {
  const { id } = objectAt(notification, 'user');
  const at = timeAt(notification, 'notificationTime');
  if (typeof id !== 'number' || at === null || notification.status === 'SCHEDULED') return [];
  const channel = channels.get(textAt(notification, 'method') ?? '') ?? null;
  return [{ person: emails.get(id) ?? `${id}`, at, channel }];
}
