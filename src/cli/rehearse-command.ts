import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { isUuid } from '../kernel/index.ts';
import { type Connection, connectionOf, postApi, readApi, type Wire } from './api-connection.ts';
import { clock, duration } from './call-text.ts';
import { type Expectations, parseRehearsalFile, type RehearsedCall } from './rehearsal-file.ts';
import { oneLine, wrap } from './table.ts';
import type { Terminal } from './terminal.ts';

type Rehearsal = Wire['CallRehearsal'];

interface Options {
  number?: string;
  verbose?: boolean;
  json?: boolean;
}

interface Result {
  name: string;
  isAsExpected: boolean;
  differences: string[];
  rehearsal: Rehearsal;
}

/** Adds `tocsin call rehearse FILE`, which plays a call, for people and for CI. */
export function addRehearseCommand(tocsin: Command, terminal: Terminal): void {
  const { print, env, columns, exitWith } = terminal;
  tocsin
    .command('call')
    .description('try phone numbers')
    .command('rehearse')
    .argument(
      '<file>',
      'calls and what should come of them, as YAML or JSON; see docs/call-routing.md',
    )
    .option('--number <name>', 'display name or id of the number, instead of the one in the file')
    .option('--verbose', 'every step of every call, not only of those that are not as expected')
    .option('--json', 'for programs')
    .description('rehearse calls without calling anybody; exit code 1 when one is not as expected')
    .action(async (path: string, { number, verbose, json }: Options) => {
      const connection = connectionOf(env);
      const file = parseRehearsalFile(await readFile(path, 'utf8'));
      const named = number ?? file.number;
      if (named === null) throw new Error(`${path} names no number; name one with --number.`);
      const id = await idOfNumber(connection, named);
      const users = await idsOfPeople(connection, file.calls);
      const results: Result[] = [];
      for (const call of file.calls) {
        const people = [...call.people].map(([person, behaviour]) => ({
          ...behaviour,
          userId: users.get(person),
        }));
        const { callFlowConfig } = file;
        const rehearsal = await postApi<Rehearsal>(
          connection,
          `/inbound-integration/${id}/call-routing/rehearse`,
          { ...call.script, people, callFlowConfig },
        );
        const differences = differencesFrom(call.expect, rehearsal);
        const isAsExpected = differences.length === 0;
        results.push({ name: call.name, isAsExpected, differences, rehearsal });
      }
      print(json ? JSON.stringify(results, null, 2) : resultsText(results, verbose, columns));
      if (results.some(({ isAsExpected }) => !isAsExpected)) exitWith(1);
    });
}

async function idOfNumber(connection: Connection, named: string): Promise<string> {
  if (isUuid(named)) return named;
  const query = new URLSearchParams({ DisplayName: named });
  const path = `/inbound-integration/search?${query}`;
  return (await readApi<Wire['InboundIntegration']>(connection, path)).id;
}

async function idsOfPeople(
  connection: Connection,
  calls: readonly RehearsedCall[],
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  for (const person of new Set(calls.flatMap(({ people }) => [...people.keys()]))) {
    const query = new URLSearchParams({ Email: person });
    ids.set(
      person,
      isUuid(person)
        ? person
        : (await readApi<Wire['User']>(connection, `/user/search?${query}`)).id,
    );
  }
  return ids;
}

/** The differences from what is expected, each as a line. */
function differencesFrom(expected: Expectations, rehearsal: Rehearsal): string[] {
  const differences: string[] = [];
  const differs = (what: string, is: string, should: string) =>
    differences.push(`${what}: is ${is || 'nobody'}, should be ${should || 'nobody'}`);
  const { outcome, dialed, heard = [], incident } = expected;
  if (outcome !== undefined && outcome !== rehearsal.outcome)
    differs('outcome', rehearsal.outcome, outcome);
  if (dialed !== undefined && !areDialed(dialed, rehearsal.dialed))
    differs(
      'dialed',
      rehearsal.dialed.map(({ user }) => user.email ?? user.id).join(', '),
      dialed.join(', '),
    );
  const said = rehearsal.spoken.filter(({ to }) => to === 'Caller').map(({ text }) => text ?? '');
  for (const part of heard)
    if (!said.some((text) => text.includes(part)))
      differences.push(`heard: nothing with “${part}” is said to the caller`);
  if (incident !== undefined) differences.push(...incidentDifferences(incident, rehearsal));
  return differences;
}

function areDialed(expected: readonly string[], dialed: Rehearsal['dialed']): boolean {
  return (
    expected.length === dialed.length &&
    dialed.every(({ user: { id, email, displayName } }, index) =>
      [id, email, displayName].some(
        (name) => name?.toLowerCase() === expected[index]?.toLowerCase(),
      ),
    )
  );
}

function incidentDifferences(
  expected: NonNullable<Expectations['incident']> | null,
  { incident, incidentReason }: Rehearsal,
): string[] {
  if (expected === null)
    return incident === null ? [] : [`incident: is “${incident.title}”, should be none`];
  if (incident === null) return [`incident: is none. ${incidentReason ?? ''}`.trim()];
  const { title, status, severity, team } = incident;
  const found: Record<string, string[]> = {
    title: [title],
    status: [status],
    severity: [severity],
    team: [team.displayName, team.id],
  };
  return Object.entries(expected).flatMap(([name, value]) =>
    found[name]?.includes(value)
      ? []
      : [`incident.${name}: is ${found[name]?.[0]}, should be ${value}`],
  );
}

function resultsText(results: readonly Result[], isVerbose = false, columns: number): string {
  const parts = results.map((result) => {
    const { name, isAsExpected, differences, rehearsal } = result;
    const length = duration(rehearsal.durationSeconds);
    const title = `${oneLine(name)}: ${rehearsal.outcome}, ${length}`;
    const lines = [
      wrap(title, columns, isAsExpected ? 'ok    ' : 'FAIL  '),
      ...differences.map((one) => wrap(one, columns, '      ! ')),
    ];
    if (isVerbose || !isAsExpected) lines.push(stepsText(rehearsal, columns), '');
    return lines.join('\n');
  });
  const failed = results.filter(({ isAsExpected }) => !isAsExpected).length;
  const count = results.length === 1 ? '1 call' : `${results.length} calls`;
  const sum = failed === 0 ? 'all as expected' : `${failed} not as expected`;
  return [...parts, `${count}, ${sum}.`].join('\n');
}

/** As wide as `ConfirmTargetResult`. */
const whoWidth = 19;

/** Events and spoken texts, on one timeline. */
function stepsText(rehearsal: Rehearsal, columns: number): string {
  const { at, log, spoken, incident, incidentReason } = rehearsal;
  const began = Date.parse(at);
  const happened = log.map((entry) => ({
    after: Date.parse(entry.at) - began,
    who: entry.step,
    what: `${entry.result === 'Processed' ? '' : `${entry.result}: `}${entry.reason}`,
  }));
  const heard = spoken.map((words) => ({
    after: Date.parse(words.at) - began,
    who: `${words.user?.displayName ?? words.to.toLowerCase()} hears`,
    what: words.text === null ? `the file ${words.audioFile}` : `“${words.text}”`,
  }));
  const lines = [...happened, ...heard]
    .toSorted((a, b) => a.after - b.after)
    .map(({ after, who, what }) =>
      wrap(what, columns, `      ${clock(after)}  ${cut(oneLine(who)).padEnd(whoWidth)}  `),
    );
  const outcome = incident
    ? `Incident: ${incident.title} (${incident.severity}, ${incident.status}) of ${incident.team.displayName}`
    : `No incident. ${incidentReason ?? ''}`;
  return [...lines, wrap(outcome, columns, '      ')].join('\n');
}

function cut(text: string): string {
  const characters = [...text];
  return characters.length <= whoWidth ? text : `${characters.slice(0, whoWidth - 1).join('')}…`;
}
