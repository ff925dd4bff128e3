import { open } from 'node:fs/promises';
import type { Command } from 'commander';
import {
  connectionOf,
  deleteApi,
  download,
  postApi,
  readApi,
  type Wire,
} from './api-connection.ts';
import { callText } from './call-text.ts';
import { millisecondsOf } from './incident-actions.ts';
import { age, renderTable } from './table.ts';
import { jsonOption, printJson, type Terminal } from './terminal.ts';

interface ListOptions {
  number?: string[];
  team?: string[];
  outcome?: string[];
  caller?: string;
  since?: string;
  json?: boolean;
}

interface StatsOptions {
  number?: string[];
  team?: string[];
  since: string;
  interval: string;
  timeZone?: string;
  json?: boolean;
}

const listed = 50;

/** The latest calls, as `tocsin calls`, and what can be done with them, as `tocsin calls <action>`. */
export function addCallCommands(tocsin: Command, terminal: Terminal): void {
  // An option behind the name of a command is that command's, also where the command above has one of the same name.
  const calls = tocsin.enablePositionalOptions().command('calls').enablePositionalOptions();
  addList(calls, terminal);
  addCall(calls, terminal);
  addDeletions(calls, terminal);
  addStats(calls, terminal);
}

function addList(calls: Command, terminal: Terminal): void {
  const { print, env, columns } = terminal;
  calls
    .option('--number <ids...>', 'only to these numbers, by the id of the integration')
    .option('--team <ids...>', 'only of these teams')
    .option('--outcome <outcomes...>', 'such as Missed or Voicemail')
    .option('--caller <digits>', 'how the number of the caller begins, such as +49151')
    .option('--since <time>', 'not older than 30m, 8h or 2d')
    .option(...jsonOption)
    .description('show the latest calls')
    .action(async ({ number, team, outcome, caller, since, json }: ListOptions) => {
      const query = queryOf({ IntegrationIds: number, TeamIds: team, Outcomes: outcome });
      query.set('Limit', String(listed));
      if (caller !== undefined) query.set('CallerNumber', caller);
      if (since !== undefined) query.set('From', ago(since));
      const list = await readApi<Wire['CallSessionList']>(
        connectionOf(env),
        `/call-session/search/list?${query}`,
      );
      if (json) return printJson(terminal, list);
      print(callTable(list.callSessions, columns));
      if (list.hasMore) print('There are older ones.');
    });
}

function addCall(calls: Command, terminal: Terminal): void {
  const { print, env, columns } = terminal;
  calls
    .command('show')
    .argument('<id>', 'id of the call')
    .option(...jsonOption)
    .description('show what happened in a call, and why')
    .action(async (id: string, { json }: { json?: boolean }) => {
      const path = `/call-session/${encodeURIComponent(id)}`;
      const call = await readApi<Wire['CallSessionDetail']>(connectionOf(env), path);
      if (json) printJson(terminal, call);
      else print(callText(call, columns));
    });

  calls
    .command('recording')
    .argument('<id>', 'id of the call')
    .argument('<file>', 'new file, such as voicemail.mp3')
    .description('write the voicemail of a call into a file; listening is audited')
    .action(async (id: string, file: string) => {
      const path = `/call-session/${encodeURIComponent(id)}/recording`;
      const { bytes, contentType } = await download(connectionOf(env), path);
      // A file that is there already may be another voicemail.
      const handle = await open(file, 'wx');
      await handle.writeFile(bytes);
      await handle.close();
      print(`${file}: ${contentType}, ${bytes.length} bytes`);
    });
}

function addDeletions(calls: Command, { print, env }: Terminal): void {
  calls
    .command('delete')
    .argument('<id>', 'id of the call')
    .requiredOption('--yes', 'it cannot be undone')
    .description('delete a call with its log and recording, here and at the carrier')
    .action(async (id: string) => {
      await deleteApi(connectionOf(env), `/call-session/${encodeURIComponent(id)}`);
      print('Deleted.');
    });

  calls
    .command('delete-caller')
    .argument('<number>', 'the whole number, such as +4915112345678')
    .requiredOption('--yes', 'it cannot be undone')
    .description('delete all calls of a number that are over, in all teams')
    .action(async (callerNumber: string) => {
      const { deletedCount, ongoingCount, incidentIds } = await postApi<Wire['CallerDeletion']>(
        connectionOf(env),
        '/call-session/delete-caller',
        { callerNumber },
      );
      print(`Deleted: ${deletedCount}. Still going on, and kept: ${ongoingCount}.`);
      if (incidentIds.length > 0)
        print(`These incidents know of the caller and stay:\n${incidentIds.join('\n')}`);
    });
}

function addStats(calls: Command, terminal: Terminal): void {
  const { print, env, columns } = terminal;
  calls
    .command('stats')
    .option('--number <ids...>', 'only to these numbers, by the id of the integration')
    .option('--team <ids...>', 'only of these teams')
    .option('--since <time>', 'such as 8h or 30d', '30d')
    .option('--interval <length>', 'hour, day, week or month', 'week')
    .option('--time-zone <id>', 'in which days begin at midnight, such as Europe/Berlin')
    .option(...jsonOption)
    .description('count calls by outcome')
    .action(async ({ number, team, since, interval, timeZone, json }: StatsOptions) => {
      const query = queryOf({ IntegrationIds: number, TeamIds: team });
      query.set('From', ago(since));
      query.set('Interval', capitalised(interval));
      if (timeZone !== undefined) query.set('TimeZoneId', timeZone);
      const stats = await readApi<Wire['CallStats']>(
        connectionOf(env),
        `/call-session/stats?${query}`,
      );
      if (json) printJson(terminal, stats);
      else print(statsTable(stats, columns));
    });
}

function queryOf(lists: Record<string, readonly string[] | undefined>): URLSearchParams {
  return new URLSearchParams(
    Object.entries(lists).flatMap(([name, values = []]) =>
      values.map((value): [string, string] => [name, value]),
    ),
  );
}

function ago(time: string): string {
  return new Date(Date.now() - millisecondsOf(time)).toISOString();
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1).toLowerCase();
}

function callTable(calls: readonly Wire['CallSession'][], columns: number): string {
  if (calls.length === 0) return 'No calls.';
  const now = new Date();
  const rows = calls.map(({ id, startedAt, outcome, callerNumber, integration, acceptedBy }) => [
    age(startedAt, now),
    outcome,
    callerNumber ?? 'anonymous',
    acceptedBy?.displayName ?? integration.displayName,
    id,
  ]);
  return renderTable(['AGE', 'OUTCOME', 'CALLER', 'TAKEN BY, OR NUMBER', 'CALL'], rows, 3, columns);
}

function statsTable(
  { intervals, totals, timeZoneId, interval }: Wire['CallStats'],
  columns: number,
) {
  const row = (label: string, counts: Wire['CallCounts']) => [
    label,
    ...[
      counts.calls,
      counts.accepted,
      counts.voicemail,
      counts.missed,
      counts.blocklisted,
      counts.failed,
    ].map(String),
    counts.averageSecondsToAnswer === null ? '-' : `${Math.round(counts.averageSecondsToAnswer)} s`,
  ];
  const rows = [
    ...intervals.map(({ start, counts }) => row(localText(start, timeZoneId, interval), counts)),
    row('All', totals),
  ];
  const head = [
    'FROM',
    'CALLS',
    'ACCEPTED',
    'VOICEMAIL',
    'MISSED',
    'BLOCKED',
    'FAILED',
    'ANSWERED IN',
  ];
  return `${renderTable(head, rows, 0, columns)}\n\nTimes are in ${timeZoneId}.`;
}

function localText(instant: string, timeZoneId: string, interval: string): string {
  const local = Temporal.Instant.from(instant).toZonedDateTimeISO(timeZoneId).toPlainDateTime();
  return interval === 'Hour'
    ? local.toString({ smallestUnit: 'minute' }).replace('T', ' ')
    : local.toPlainDate().toString();
}
