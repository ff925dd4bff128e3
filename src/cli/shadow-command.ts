import type { Command } from 'commander';
import { choiceIn } from '../../openapi/texts/choices.ts';
import { type Announced, readAnnounced } from './announced-lines.ts';
import { connectionOf, readApi, type Wire } from './api-connection.ts';
import { oneLine, wrap } from './table.ts';
import { jsonOption, printJson, type Terminal } from './terminal.ts';

interface ShadowOptions {
  from?: string;
  until?: string;
  failOnDifference?: boolean;
  json?: boolean;
  import?: string;
}

/** Adds the command that compares this server with the product beside it. */
export function addShadowCommand(tocsin: Command, terminal: Terminal): void {
  const { print, env, columns, exitWith } = terminal;
  tocsin
    .command('shadow')
    .argument('<name>', 'of the shadow run')
    .option('--from <time>', 'incidents that opened from then on')
    .option('--until <time>', 'incidents that opened until then')
    .option('--import <report>', 'report.json of the import: name the line that announced it')
    .option('--fail-on-difference', 'exit code 1 when a difference is not explained')
    .option(...jsonOption)
    .description('compare whom a shadow run told, or would have told, with the other product')
    .action(async (name: string, options: ShadowOptions) => {
      const connection = connectionOf(env);
      const wanted = new URLSearchParams({ DisplayName: name });
      const run = await readApi<Wire['ShadowRun']>(connection, `/shadow-run/search?${wanted}`);
      const query = new URLSearchParams({
        ...(options.from === undefined ? {} : { From: options.from }),
        ...(options.until === undefined ? {} : { Until: options.until }),
      });
      const address = `/shadow-run/${run.id}/report?${query}`;
      const report = await readApi<Wire['ShadowReport']>(connection, address);
      const announced = options.import ? await readAnnounced(options.import) : () => [];
      if (options.json) printJson(terminal, withAnnounced(report, announced));
      else print(shadowText(run, report, columns, announced));
      if (options.failOnDifference && report.unexplained > 0) exitWith(1);
    });
}

function withAnnounced(report: Wire['ShadowReport'], announced: Announced) {
  const differences = report.differences.map((one) => ({ ...one, announced: announced(one) }));
  return { ...report, differences };
}

const notCompared: Readonly<Record<Wire['ShadowReport']['precision'], readonly string[]>> = {
  Minute: [],
  Person: ['Its log says whom it told and not when: times are not compared.'],
  Incident: ['Its log does not say whom it told: only incidents are compared.'],
};

type Difference = Wire['ShadowReport']['differences'][number];

function shadowText(
  { product: code, failingSince, problem }: Wire['ShadowRun'],
  report: Wire['ShadowReport'],
  columns: number,
  announced: Announced = () => [],
): string {
  const { from, until, incidents, unexplained, isReady, precision, differences, hasMore } = report;
  const product = choiceIn('en', code);
  const parts = differences.map((one) =>
    [differenceText(one, product, columns), ...announcedText(announced(one), columns)].join('\n'),
  );
  const sum = [
    `${from} to ${until}: incidents that both have: ${incidents}; differences that nobody explains: ${unexplained}.`,
    ...notCompared[precision],
    ...report.causes.map(
      ({ integration, rules, count }) =>
        `${count} by ${[integration?.displayName ?? 'no integration', ...rules].map(oneLine).join(', ')}`,
    ),
    ...(hasMore ? ['There are more differences than these.'] : []),
    ...(failingSince
      ? [`The log of ${product} has been unreadable since ${failingSince}: ${problem}`]
      : []),
    ...(isReady
      ? ['Nothing was different in 14 days and 50 incidents: people may be told here.']
      : []),
  ];
  return [...parts, sum.join('\n')].join('\n\n');
}

function differenceText(difference: Difference, product: string, columns: number): string {
  const { kind, explained, title, openedAt, user, oursAt, theirsAt, ours, theirs } = difference;
  const who = user ? ` ${oneLine(user.displayName ?? user.email ?? '')}:` : '';
  const times = [`here ${oursAt ?? 'never'}`, `${product} ${theirsAt ?? 'never'}`].join(', ');
  const said = kind === 'NoTwin' ? `only ${ours.length > 0 ? 'here' : product}` : times;
  return [
    wrap(`${openedAt}  ${oneLine(title)}`, columns, ''),
    wrap(`${kind}:${who} ${said}${explained === null ? '' : ` (${explained})`}`, columns, '  '),
    ...timelineText('here', ours),
    ...timelineText(product, theirs),
  ].join('\n');
}

/** By the report of the import. */
function announcedText(lines: readonly string[], columns: number): string[] {
  return lines.map((line) => wrap(`announced by the import: ${oneLine(line)}`, columns, '    '));
}

function timelineText(where: string, told: Difference['ours']): string[] {
  return told.map(({ at, user, channel }) => {
    const name = user ? oneLine(user.displayName ?? user.email ?? '') : 'somebody unknown here';
    return `    ${where}  ${at}  ${name}${channel === null ? '' : `  ${channel}`}`;
  });
}
