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

const product = 'GoAlert';
/** More pages of one list are not read at once. */
const pagesMax = 100;

/** A key is good for the very text that it was made with: the guide of shadow runs has it, for people to copy. */
export const goalertQuery = `query Open($after: String = "") {
  alerts(input: {
    filterByStatus: [StatusUnacknowledged, StatusAcknowledged], first: 100, after: $after
  }) {
    nodes { alertID summary createdAt recentEvents(input: { limit: 100 }) { nodes { timestamp message } } }
    pageInfo { hasNextPage endCursor }
  }
}
query Closed($since: ISOTimestamp, $after: String = "") {
  alerts(input: {
    filterByStatus: [StatusClosed], notClosedBefore: $since, first: 100, after: $after
  }) {
    nodes { alertID summary createdAt recentEvents(input: { limit: 100 }) { nodes { timestamp message } } }
    pageInfo { hasNextPage endCursor }
  }
}
query Messages($since: ISOTimestamp, $after: String = "") {
  messageLogs(input: { createdAfter: $since, first: 100, after: $after }) {
    nodes { alertID userID createdAt sentAt destination }
    pageInfo { hasNextPage endCursor }
  }
}
query Person($id: ID!) {
  user(id: $id) { email }
}`;

/** The way is what a destination ends with. */
const ways = new Map([
  ['(SMS)', 'SMS'],
  ['(Email)', 'Email'],
  ['(Voice)', 'VoiceCall'],
]);

/**
 * Alerts of GoAlert that are open or were closed since then, with the messages about each. It keeps nothing by which it
 * knows repetitions, and what became of an alert is the first word of the lines of its log.
 */
export const goalertLog: ProductLog = {
  displayName: product,
  url: null,
  precision: 'Minute',
  headersOf: (key) => ({ authorization: `Bearer ${key}` }),
  async *read(ask, since, now) {
    const from = since.toISOString();
    const alerts = [
      ...(await listed(ask, 'Open', 'alerts', {})),
      ...(await listed(ask, 'Closed', 'alerts', { since: from })),
    ];
    const messages = await listed(ask, 'Messages', 'messageLogs', { since: from });
    const byAlert = Map.groupBy(messages, ({ alertID }) => alertID);
    const emails = new Map<string, string>();
    for (const id of new Set(messages.flatMap((message) => textAt(message, 'userID') ?? [])))
      emails.set(id, await emailOf(ask, id));
    yield {
      alerts: alerts.flatMap((alert) => logged(alert, byAlert.get(alert.alertID) ?? [], emails)),
      until: now,
    };
  },
};

async function listed(ask: Ask, operation: string, list: string, variables: object) {
  const found: Members[] = [];
  let after = '';
  for (let page = 0; page < pagesMax; page += 1) {
    const answer = objectAt(await asked(ask, operation, { ...variables, after }), list);
    found.push(...demandObjects(answer, 'nodes', product));
    const pageInfo = objectAt(answer, 'pageInfo');
    const next = textAt(pageInfo, 'endCursor');
    if (pageInfo.hasNextPage !== true || next === null) return found;
    after = next;
  }
  throw new LogUnread(say('shadowAnswerTooLong', { product }));
}

async function asked(ask: Ask, operationName: string, variables: object): Promise<Members> {
  const answer = await ask('/api/graphql', { query: goalertQuery, operationName, variables });
  // An answer with errors is a refusal, whatever else is in it: by a key for another query, too.
  if (Array.isArray(answer.errors)) throw new LogUnread(say('shadowQueryRefused', { product }));
  return objectAt(answer, 'data');
}

async function emailOf(ask: Ask, id: string): Promise<string> {
  const user = objectAt(await asked(ask, 'Person', { id }), 'user');
  return textAt(user, 'email')?.toLowerCase() ?? id;
}

/** The log entry of an alert. Pure. */
function logged(
  alert: Members,
  messages: readonly Members[],
  emails: ReadonlyMap<string, string>,
): LoggedAlert[] {
  const openedAt = timeAt(alert, 'createdAt');
  const { alertID } = alert;
  if (openedAt === null || typeof alertID !== 'number') return [];
  const events = demandObjects(objectAt(alert, 'recentEvents'), 'nodes', product);
  const times = (word: string) =>
    events.flatMap((event) =>
      textAt(event, 'message')?.startsWith(word) ? (timeAt(event, 'timestamp') ?? []) : [],
    );
  return [
    {
      ...{ id: `${alertID}`, key: null, title: textAt(alert, 'summary') ?? `${alertID}`, openedAt },
      told: messages.flatMap((message) => tellingOf(message, emails)),
      escalatedAt: times('Escalated'),
      acknowledgedAt: earliest(times('Acknowledged')),
      resolvedAt: earliest(times('Closed')),
    },
  ];
}

function tellingOf(message: Members, emails: ReadonlyMap<string, string>): Telling[] {
  const id = textAt(message, 'userID');
  const at = timeAt(message, 'sentAt') ?? timeAt(message, 'createdAt');
  if (id === null || at === null) return [];
  const way = /\(\w+\)$/.exec(textAt(message, 'destination') ?? '')?.[0] ?? '';
  return [{ person: emails.get(id) ?? id, at, channel: ways.get(way) ?? null }];
}
