import type { Command } from 'commander';
import { connectionOf, readApi, type Wire } from './api-connection.ts';
import { oneLine, wrap } from './table.ts';
import { jsonOption, printJson, type Terminal } from './terminal.ts';

interface CoverageOptions {
  team?: string[];
  json?: boolean;
}

/** Who would not be told of an incident. */
export function addCoverageCommand(tocsin: Command, terminal: Terminal): void {
  const { print, env, columns, exitWith } = terminal;
  tocsin
    .command('coverage')
    .option('--team <ids...>', 'only these teams')
    .option(...jsonOption)
    .description(
      'show who would not be told of incidents of the next 14 days, and why; exit code 1 when there is a gap',
    )
    .action(async ({ team = [], json }: CoverageOptions) => {
      const query = new URLSearchParams(team.map((id) => ['TeamIds', id]));
      const coverage = await readApi<Wire['Coverage']>(connectionOf(env), `/coverage?${query}`);
      if (json) printJson(terminal, coverage);
      else print(coverageText(coverage, columns));
      if (!coverage.isCovered) exitWith(1);
    });
}

function coverageText({ findings, hasMore }: Wire['Coverage'], columns: number): string {
  const byTeam = Map.groupBy(findings, ({ team }) =>
    team ? `${oneLine(team.displayName)} (${team.timeZoneId})` : 'All teams',
  );
  const parts = [...byTeam].map(([heading, own]) =>
    [
      heading,
      ...own
        // Gaps come first.
        .toSorted((a, b) => a.level.localeCompare(b.level))
        .map(({ level, text }) => wrap(text, columns, `  ${level.toLowerCase().padEnd(4)}  `)),
    ].join('\n'),
  );
  const gaps = findings.filter(({ level }) => level === 'Gap').length;
  const more = hasMore ? ' There are more than these.' : '';
  const sum = gaps === 0 ? 'No gaps in the next 14 days.' : `Gaps: ${gaps}.${more}`;
  return [...parts, sum].join('\n\n');
}
