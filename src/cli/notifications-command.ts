import type { Command } from 'commander';
import { connectionOf, readApi, type Wire } from './api-connection.ts';
import { age, renderTable, wrap } from './table.ts';
import { jsonOption, printJson, type Terminal } from './terminal.ts';

interface Options {
  incident?: string;
  user?: string;
  json?: boolean;
}

type Log = Wire['NotificationLog'];

/** Who was told of an incident, or what a person was told, and why not. */
export function addNotificationsCommand(tocsin: Command, terminal: Terminal): void {
  const { print, env, columns } = terminal;
  tocsin
    .command('notifications')
    .option('--incident <id>', 'who was told of this incident; without it, of the latest one')
    .option('--user <id>', 'what this person was told')
    .option(...jsonOption)
    .description('show who was told, by which channel, and why somebody was not')
    .action(async ({ incident, user, json }: Options) => {
      const connection = connectionOf(env);
      const query = new URLSearchParams({ Limit: '100' });
      if (user !== undefined) query.set('UserId', user);
      const incidentId = incident ?? (user === undefined ? await latest(connection) : undefined);
      if (incidentId === null)
        return json
          ? printJson(terminal, { notificationLogs: [], hasMore: false })
          : print('No incidents.');
      if (incidentId !== undefined) query.set('IncidentId', incidentId);
      const list = await readApi<Wire['NotificationLogList']>(
        connection,
        `/notification-log/search/list?${query}`,
      );
      if (json) return printJson(terminal, list);
      print(notificationTable(list.notificationLogs, columns));
      if (list.hasMore) print('There are older ones.');
    });
}

async function latest(connection: ReturnType<typeof connectionOf>): Promise<string | null> {
  const path = '/incident/search/list?Limit=1';
  const { incidents } = await readApi<Wire['IncidentList']>(connection, path);
  return incidents[0]?.id ?? null;
}

const indent = '     ';

/** A line for each message, and below it why it was not sent. */
function notificationTable(logs: readonly Log[], columns: number): string {
  if (logs.length === 0) return 'Nobody has been told, and no message waits.';
  const now = new Date();
  const head = ['AGE', 'CHANNEL', 'STATUS', 'TO', 'BECAUSE'];
  const rows = logs.map(({ createdAt, channel, status, recipient, because }) => [
    age(createdAt, now),
    channel,
    status,
    recipient ?? '-',
    because,
  ]);
  const [first = '', ...lines] = renderTable(head, rows, 4, columns).split('\n');
  return [
    first,
    ...lines.flatMap((line, index) => {
      const reason = logs[index]?.reason ?? null;
      // In full: what would be cut off is what to do.
      return reason === null ? [line] : [line, wrap(reason, columns, indent)];
    }),
  ].join('\n');
}
