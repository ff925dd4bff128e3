import type { Command } from 'commander';
import { choiceIn } from '../../openapi/texts/choices.ts';
import { connectionOf, patchApi, type Wire } from './api-connection.ts';
import { oneLine } from './table.ts';
import type { Terminal } from './terminal.ts';

type AppendIntent = NonNullable<Wire['IncidentOperations']['appendIntent']>;

interface SnoozeChoice {
  for?: string;
  until?: string;
  untilResolved?: boolean;
}

/** Adds the actions of people on an incident, as `tocsin incidents <action> <id>`. */
export function addIncidentActions(incidents: Command, { print, env }: Terminal): void {
  const act = async (id: string, appendIntent: AppendIntent) => {
    const path = `/incident/${encodeURIComponent(id)}`;
    const { title, events } = await patchApi<Wire['Incident']>(connectionOf(env), path, {
      operations: { appendIntent },
    });
    print(`${choiceIn('en', events[0]?.modification.intent ?? '')}: ${oneLine(title)}`);
  };

  for (const [name, intent, description] of [
    ['ack', 'Investigated', 'acknowledge an incident: escalation stops'],
    ['resolve', 'Resolved', 'resolve an incident'],
  ] as const)
    incidents
      .command(name)
      .argument('<id>', 'id of the incident')
      .option('--message <text>', 'comment in its history')
      .description(description)
      .action((id: string, { message }: { message?: string }) =>
        act(id, { intent, ...(message === undefined ? {} : { message }) }),
      );

  incidents
    .command('comment')
    .argument('<id>', 'id of the incident')
    .argument('<text>', 'the comment')
    .description('add a comment to the history of an incident')
    .action((id: string, message: string) => act(id, { intent: 'Commented', message }));

  incidents
    .command('snooze')
    .argument('<id>', 'id of the incident')
    .option('--for <time>', 'such as 30m, 8h or 2d')
    .option('--until <instant>', 'such as 2026-03-02T07:00:00Z')
    .option('--until-resolved', 'until it is resolved')
    .description('tell nobody of an incident for some time')
    .action((id: string, choice: SnoozeChoice) =>
      act(id, {
        intent: 'Snoozed',
        intentOptions: { snoozingOptions: { snoozedUntil: endOf(choice, Date.now()) } },
      }),
    );
}

function endOf({ for: time, until, untilResolved }: SnoozeChoice, now: number): string | null {
  const given = [time, until, untilResolved].filter((choice) => choice !== undefined);
  if (given.length !== 1)
    throw new Error('Say how long: one of --for TIME, --until INSTANT and --until-resolved.');
  if (until !== undefined) return until;
  return time === undefined ? null : new Date(now + millisecondsOf(time)).toISOString();
}

const units: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Milliseconds of a time such as 30m, 8h or 2d. */
export function millisecondsOf(time: string): number {
  const [, count, unit = ''] = /^(\d{1,5})([mhd])$/.exec(time) ?? [];
  const milliseconds = Number(count) * (units[unit] ?? Number.NaN);
  if (!(milliseconds > 0)) throw new Error(`${time} is no time; write 30m, 8h or 2d.`);
  return milliseconds;
}
