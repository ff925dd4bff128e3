import type { Command } from 'commander';
import { changeApi, connectionOf, postApi, readApi, type Wire } from './api-connection.ts';
import { millisecondsOf } from './incident-actions.ts';
import { renderTable } from './table.ts';
import { jsonOption, printJson, type Terminal } from './terminal.ts';

type Matcher = Wire['SilenceMatcher'];

interface AddOptions {
  team: string;
  for: string;
  match?: string[];
  integration?: string[];
  reason?: string;
}

/** Times in which matching incidents tell nobody, as `tocsin silence <action>`. */
export function addSilenceCommands(tocsin: Command, terminal: Terminal): void {
  const { print, env, columns } = terminal;
  const silence = tocsin.command('silence').description('mute incidents that match');

  silence
    .command('add')
    .argument('<name>', 'name of the silence')
    .requiredOption('--team <id>', 'whose incidents it mutes')
    .requiredOption('--for <time>', 'from now on, such as 30m, 8h or 2d')
    .option(
      '--match <conditions...>',
      "all have to hold, such as 'Host = db-1' or 'Title contains disk'",
    )
    .option('--integration <ids...>', 'only incidents of these integrations')
    .option('--reason <text>', 'why, for whoever finds the silence')
    .description('mute incidents that open from now on and match')
    .action(async (displayName: string, options: AddOptions) => {
      const now = Date.now();
      const made = await postApi<Wire['Silence']>(connectionOf(env), '/silence', {
        displayName,
        teamId: options.team,
        reason: options.reason ?? null,
        integrationIds: options.integration ?? null,
        matchers: options.match?.map(matcherOf) ?? null,
        start: new Date(now).toISOString(),
        end: new Date(now + millisecondsOf(options.for)).toISOString(),
      });
      print(`Silence ${made.id} until ${made.end}`);
    });

  silence
    .command('list')
    .option('--all', 'those that are over, too')
    .option(...jsonOption)
    .description('show silences')
    .action(async ({ all, json }: { all?: boolean; json?: boolean }) => {
      const silences = await allSilences(env);
      const now = Date.now();
      const shown = silences.filter(({ end }) => all || Date.parse(end) > now);
      if (json) printJson(terminal, { silences: shown });
      else print(silenceTable(shown, columns, now));
    });

  silence
    .command('expire')
    .argument('<id>', 'id of the silence')
    .description('end a silence now: what it muted and nobody acknowledged starts to alert')
    .action(async (id: string) => {
      const path = `/silence/${encodeURIComponent(id)}`;
      let said = `Silence ${id} is over.`;
      await changeApi<Wire['Silence']>(connectionOf(env), path, ({ start, ...same }) => {
        const end = new Date();
        if (Date.parse(same.end) <= end.getTime()) {
          said = `Silence ${id} was over already, at ${minuteOf(same.end)}.`;
          return undefined;
        }
        // One that has not begun ends before it does.
        const begun = Math.min(Date.parse(start), end.getTime() - 1000);
        return { ...same, start: new Date(begun).toISOString(), end: end.toISOString() };
      });
      print(said);
    });
}

async function allSilences(env: NodeJS.ProcessEnv): Promise<Wire['Silence'][]> {
  const found: Wire['Silence'][] = [];
  for (;;) {
    const path = `/silence/search/list?Limit=100&Offset=${found.length}`;
    const page = await readApi<Wire['SilenceList']>(connectionOf(env), path);
    found.push(...page.silences);
    if (!page.hasMore) return found;
  }
}

/** `Host = db-1`, `Title contains disk`; the first operator counts. */
function matcherOf(text: string): Matcher {
  const [, name = '', operator = '', value = ''] =
    /^\s*(.+?)\s*(!=|>=|<=|=|>|<|\s!?contains\s)\s*(.*?)\s*$/.exec(text) ?? [];
  if (name === '')
    throw new Error(`${text} is no condition; write 'Host = db-1' or 'Title contains disk'.`);
  return { name, operator: operator.trim() as Matcher['operator'], value };
}

function silenceTable(silences: readonly Wire['Silence'][], columns: number, now: number): string {
  if (silences.length === 0) return 'No silences.';
  const rows = silences.map((silence) => [
    stateOf(silence, now),
    minuteOf(silence.end),
    silence.displayName,
    silence.id,
  ]);
  return renderTable(['STATE', 'UNTIL', 'NAME', 'SILENCE'], rows, 2, columns);
}

function stateOf(
  { isActive, start, end, recurrences, nextStart }: Wire['Silence'],
  now: number,
): string {
  if (isActive) return 'active';
  if (nextStart === null || Date.parse(end) <= now) return 'over';
  const hasBegun = recurrences !== null && Date.parse(start) <= now;
  return hasBegun ? `comes again ${minuteOf(nextStart)}` : 'planned';
}

function minuteOf(at: string): string {
  return `${new Date(at).toISOString().slice(0, 16)}Z`;
}
