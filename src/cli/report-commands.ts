import type { Command } from 'commander';
import { connectionOf, readApi, type Wire } from './api-connection.ts';
import { renderTable } from './table.ts';
import { jsonOption, printJson, type Terminal } from './terminal.ts';

interface Days {
  from?: string;
  until?: string;
  json?: boolean;
}

type Figures = Wire['ReportFigures'];

/** The three reports, as tables. */
export function addReportCommands(tocsin: Command, { print, env, columns }: Terminal): void {
  const report = tocsin.command('report').description('show a report');
  const withDays = (command: Command) =>
    command
      .option('--from <day>', 'first day, such as 2026-03-01')
      .option('--until <day>', 'last day, included')
      .option(...jsonOption);

  withDays(report.command('incidents'))
    .option('--team <id>', 'of this team; without it, of the organization')
    .option('--zone <zone>', 'time zone of the days')
    .description('show how many incidents there were and how fast they were handled')
    .action(async ({ team, zone, json, ...days }: Days & { team?: string; zone?: string }) => {
      const path = team ? `/team/${encodeURIComponent(team)}/incident-report` : '/incident-report';
      const query = queryOf({ ...daysOf(days), TimeZoneId: zone });
      const found = await readApi<Wire['IncidentReport']>(connectionOf(env), `${path}?${query}`);
      if (json) return printJson({ print }, found);
      print(headOf(found));
      print(figureTable(found.figures, columns));
      if (found.teams.length > 0) {
        const rows = found.teams.map((one) => [
          one.team.displayName,
          String(one.total),
          String(one.resolved),
          duration(one.mttaSeconds),
          duration(one.mttrSeconds),
        ]);
        print(renderTable(['TEAM', 'TOTAL', 'RESOLVED', 'MTTA', 'MTTR'], rows, 0, columns));
      }
    });

  withDays(report.command('on-call'))
    .option('--zone <zone>', 'time zone of the days')
    .description('show how long people were on call; without days, in this month')
    .action(async ({ zone, json, ...days }: Days & { zone?: string }) => {
      const query = queryOf({ ...daysOf(days), TimeZoneId: zone });
      const path = `/on-call-report/people?${query}`;
      const found = await readApi<Wire['OnCallReportPeople']>(connectionOf(env), path);
      if (json) return printJson({ print }, found);
      const { period, countedUntil, isRunning } = found;
      print(
        `${period.from} to ${period.until}${isRunning ? `, counted up to ${countedUntil}` : ''}`,
      );
      const rows = found.people.map(({ user, seconds, teams }) => [
        user.displayName ?? user.email ?? user.id,
        (seconds / 3600).toFixed(2),
        teams.map(({ team }) => team.displayName).join(', '),
      ]);
      print(
        rows.length === 0
          ? 'Nobody was on call.'
          : renderTable(['PERSON', 'HOURS', 'TEAMS'], rows, 2, columns),
      );
    });

  withDays(report.command('engagement'))
    .argument('<team>', 'id of the team')
    .description('show how a team dealt with its incidents; without days, in the last seven')
    .action(async (team: string, { json, ...days }: Days) => {
      const path = `/team/${encodeURIComponent(team)}/engagement-report?${queryOf(daysOf(days))}`;
      const found = await readApi<Wire['EngagementReport']>(connectionOf(env), path);
      if (json) return printJson({ print }, found);
      print(headOf(found));
      print(figureTable(found.figures, columns));
      const rows = found.people.map((person) => [
        person.user.displayName ?? person.user.email ?? person.user.id,
        String(person.alerted),
        String(person.acknowledged),
        String(person.resolved),
        String(person.escalatedPast),
        (person.onCallSeconds / 3600).toFixed(1),
      ]);
      const head = ['PERSON', 'ALERTED', 'ACKNOWLEDGED', 'RESOLVED', 'PASSED OVER', 'ON CALL h'];
      print(renderTable(head, rows, 0, columns));
    });
}

function daysOf({ from, until }: Days) {
  return { From: from, Until: until };
}

function queryOf(parameters: Record<string, string | undefined>): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined) query.set(name, value);
  return query;
}

function headOf({
  period,
  previousPeriod,
  timeZoneId,
}: Pick<Wire['IncidentReport'], 'period' | 'previousPeriod' | 'timeZoneId'>): string {
  return `${period.from} to ${period.until} (${timeZoneId}), compared with ${previousPeriod.from} to ${previousPeriod.until}`;
}

const names: readonly [keyof Figures, string][] = [
  ['total', 'Incidents'],
  ['resolved', 'Resolved'],
  ['resolvedPercent', 'Resolved, %'],
  ['mttaSeconds', 'Mean time to acknowledge'],
  ['ttaMedianSeconds', 'Median time to acknowledge'],
  ['mttrSeconds', 'Mean time to resolve'],
  ['ttrMedianSeconds', 'Median time to resolve'],
  ['transient', 'Ended while held back'],
];

function figureTable(figures: Figures, columns: number): string {
  const rows = names.map(([name, label]) => {
    const { value, previous, change, meaning } = figures[name];
    const shown = (figure: number | null) =>
      name.endsWith('Seconds') ? duration(figure) : figure === null ? '-' : String(figure);
    const unit = name === 'resolvedPercent' ? ' points' : ' %';
    const changed = change === null ? '-' : `${change > 0 ? '+' : ''}${change}${unit}`;
    const said = meaning === 'Better' || meaning === 'Worse' ? ` ${meaning.toLowerCase()}` : '';
    return [label, shown(value), shown(previous), `${changed}${said}`];
  });
  return renderTable(['', 'NOW', 'BEFORE', 'CHANGE'], rows, 0, columns);
}

/** `1:23:45` */
function duration(seconds: number | null): string {
  if (seconds === null) return '-';
  const whole = Math.round(seconds);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${Math.floor(whole / 3600)}:${two(Math.floor((whole % 3600) / 60))}:${two(whole % 60)}`;
}
