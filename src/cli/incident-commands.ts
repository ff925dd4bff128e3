import { setTimeout as wait } from 'node:timers/promises';
import type { Command } from 'commander';
import { connectionOf, readApi, type Wire } from './api-connection.ts';
import { addIncidentActions } from './incident-actions.ts';
import { age, renderTable } from './table.ts';
import { jsonOption, printJson, type Terminal } from './terminal.ts';

interface IncidentOptions {
  open?: boolean;
  search?: string;
  all?: boolean;
  watch?: boolean;
  json?: boolean;
}

const watchSeconds = 5;

/** The latest incidents, as `tocsin incidents`, and what can be done with one, as `tocsin incidents <action>`. */
export function addIncidentCommands(tocsin: Command, terminal: Terminal): void {
  // An option behind the name of a command is that command's, also where the command above has one of the same name.
  const incidents = tocsin
    .enablePositionalOptions()
    .command('incidents')
    .enablePositionalOptions()
    .option('--open', 'only those that are not resolved')
    .option('--search <text>', 'only those with this in their title or in an attribute')
    .option('--all', 'every one, not only the latest 50')
    .option('--watch', `again every ${watchSeconds} s, until Ctrl-C`)
    .option(...jsonOption)
    .description('show the latest incidents')
    .action(async (options: IncidentOptions) => {
      const { all, watch, json } = options;
      if (watch && (all || json))
        throw new Error('Give --watch alone: it shows what fits a screen, again and again.');
      if (json) return printJson(terminal, await incidentsAsJson(options, terminal));
      if (watch) return watchIncidents(options, terminal);
      return printIncidents(options, terminal);
    });
  addIncidentActions(incidents, terminal);
}

/** Pages of incidents, newest first: one, or every one there is. */
async function* incidentPages(
  { open, search, all }: IncidentOptions,
  { env }: Terminal,
): AsyncGenerator<Wire['IncidentList']> {
  const connection = connectionOf(env);
  const query = new URLSearchParams({ Limit: all ? '100' : '50' });
  if (open) query.set('Statuses', 'Open');
  if (search) query.set('SearchTerm', search);
  for (;;) {
    const page = await readApi<Wire['IncidentList']>(connection, `/incident/search/list?${query}`);
    yield page;
    if (!all || !page.nextCursor) return;
    query.set('Cursor', page.nextCursor);
  }
}

async function printIncidents(options: IncidentOptions, terminal: Terminal): Promise<void> {
  for await (const page of incidentPages(options, terminal)) printPage(page, options, terminal);
}

async function watchIncidents(options: IncidentOptions, terminal: Terminal): Promise<void> {
  for (let hasAnswered = false; ; hasAnswered = true) {
    try {
      for await (const page of incidentPages(options, terminal)) {
        terminal.clear();
        printPage(page, options, terminal);
      }
    } catch (error) {
      // A server that has answered is back soon, and nobody looks whether this still runs.
      if (!hasAnswered || !(error instanceof Error)) throw error;
      terminal.print(`${error.message}\nIt is asked again every ${watchSeconds} s.`);
    }
    try {
      await wait(watchSeconds * 1000, undefined, { signal: terminal.signal });
    } catch {
      return;
    }
  }
}

/** A table, and below it what it does not show. */
function printPage(
  { incidents, hasMore, isPartial, leftOut }: Wire['IncidentList'],
  { all }: IncidentOptions,
  { print, columns }: Terminal,
): void {
  print(incidentTable(incidents, columns));
  if (isPartial) print('There may be more: not every incident was looked through.');
  if (hasMore && !all) print('There are older ones; --all shows them.');
  const hidden = [
    ...(leftOut?.snoozed ? [`${leftOut.snoozed} snoozed`] : []),
    ...(leftOut?.archived ? [`${leftOut.archived} archived`] : []),
  ];
  if (hidden.length > 0) print(`Not shown: ${hidden.join(', ')}.`);
}

/** All pages in one, as the API answers a page. */
async function incidentsAsJson(
  options: IncidentOptions,
  terminal: Terminal,
): Promise<Wire['IncidentList']> {
  const pages = await Array.fromAsync(incidentPages(options, terminal));
  const [first, last] = [pages[0], pages.at(-1)];
  if (first === undefined || last === undefined) throw new Error('The server answered no page.');
  return {
    ...last,
    leftOut: first.leftOut,
    incidents: pages.flatMap(({ incidents }) => incidents),
    isPartial: pages.some(({ isPartial }) => isPartial),
  };
}

function incidentTable(incidents: readonly Wire['Incident'][], columns: number): string {
  if (incidents.length === 0) return 'No incidents.';
  const now = new Date();
  const rows = incidents.map(({ id, title, createdAt, lastUpdatedAt, events }) => {
    const [newest] = events;
    const state = newest?.status === 'Open' ? newest.severity : 'resolved';
    return [age(createdAt ?? lastUpdatedAt, now), state, title, id];
  });
  return renderTable(['AGE', 'STATE', 'TITLE', 'INCIDENT'], rows, 2, columns);
}
