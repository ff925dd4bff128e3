import { say } from '../sentences/index.ts';
import {
  type Ask,
  demandObjects,
  type LoggedAlert,
  LogUnread,
  type Members,
  objectAt,
  type ProductLog,
  textAt,
  timeAt,
} from './product-log.ts';

const pageSize = 100;
/** The product answers no more of one list. */
const offsetMax = 20_000;
/** Kept together. */
const pieceSize = 20;

/**
 * Alerts of Opsgenie, those that changed since then, with their recipients: its documents say of each recipient since
 * when they are one, and of the lines of an alert's log no form, so that by which channel people were told stays open.
 */
export const opsgenieLog: ProductLog = {
  displayName: 'Opsgenie',
  precision: 'Minute',
  url: 'https://api.opsgenie.com',
  headersOf: (key) => ({ authorization: `GenieKey ${key}` }),
  async *read(ask, since, now) {
    const changed = await changedSince(ask, since);
    for (let at = 0; at < changed.length; at += pieceSize) {
      const piece = changed.slice(at, at + pieceSize);
      const alerts: LoggedAlert[] = [];
      for (const { alert } of piece) alerts.push(...(await loggedAlert(ask, alert)));
      yield { alerts, until: piece.at(-1)?.updatedAt ?? since };
    }
    yield { alerts: [], until: now };
  },
};

interface Changed {
  alert: Members;
  updatedAt: Date;
}

/** The alerts that changed since then, oldest change first. */
async function changedSince(ask: Ask, since: Date): Promise<Changed[]> {
  const found: Changed[] = [];
  for (let offset = 0; offset < offsetMax; offset += pageSize) {
    const order = 'sort=updatedAt&order=desc';
    const answer = await ask(`/v2/alerts?${order}&limit=${pageSize}&offset=${offset}`);
    const page = alertsIn(answer).map((alert) => {
      const updatedAt = timeAt(alert, 'updatedAt');
      if (updatedAt === null) throw broken();
      return { alert, updatedAt };
    });
    found.push(...page.filter(({ updatedAt }) => updatedAt >= since));
    const last = page.at(-1);
    if (!last || last.updatedAt < since || textAt(objectAt(answer, 'paging'), 'next') === null)
      return found.toReversed();
  }
  throw new LogUnread(say('shadowAnswerTooLong', { product: 'Opsgenie' }));
}

async function loggedAlert(ask: Ask, alert: Members): Promise<LoggedAlert[]> {
  const id = textAt(alert, 'id');
  const openedAt = timeAt(alert, 'createdAt');
  if (id === null || openedAt === null) throw broken();
  const recipients = alertsIn(await ask(`/v2/alerts/${encodeURIComponent(id)}/recipients`));
  const report = objectAt(alert, 'report');
  return [
    {
      id,
      key: textAt(alert, 'alias'),
      title: textAt(alert, 'message') ?? id,
      openedAt,
      told: recipients.flatMap((recipient) => {
        const user = objectAt(recipient, 'user');
        const person = textAt(user, 'username')?.toLowerCase() ?? textAt(user, 'id');
        const at = timeAt(recipient, 'createdAt');
        return person === null || at === null ? [] : [{ person, at, channel: null }];
      }),
      escalatedAt: [],
      acknowledgedAt: after(openedAt, report.ackTime),
      resolvedAt: after(openedAt, report.closeTime),
    },
  ];
}

function after(openedAt: Date, milliseconds: unknown): Date | null {
  return typeof milliseconds === 'number' ? new Date(openedAt.getTime() + milliseconds) : null;
}

function alertsIn(answer: Members): Members[] {
  return demandObjects(answer, 'data', 'Opsgenie');
}

function broken(): LogUnread {
  return new LogUnread(say('shadowAnswerBroken', { product: 'Opsgenie' }));
}
