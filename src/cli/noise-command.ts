import { type Command, InvalidArgumentError, Option } from 'commander';
import { connectionOf } from './api-connection.ts';
import { noiseText } from './noise-text.ts';
import type { Terminal } from './terminal.ts';
import { daysOf, wholeReplay } from './whole-replay.ts';

interface NoiseOptions {
  days: number;
  integration?: string[];
  format: 'text' | 'json';
  changesOf?: number;
}

/** What woke people for nothing, by what a server received, and what would have woken them less. */
export function addNoiseCommand(tocsin: Command, terminal: Terminal): void {
  tocsin
    .command('noise')
    .option('--days <number>', 'how many days back', daysOf, 30)
    .option('--integration <ids...>', 'only payloads of these integrations')
    .addOption(new Option('--format <format>').choices(['text', 'json']).default('text'))
    .option(
      '--changes-of <number>',
      'print only the changes of what is listed under this number, for --changes of "tocsin replay" and "tocsin prove"',
      placeOf,
    )
    .description(
      'show what woke whom for nothing, and changes that would have woken them less: what each saves, ' +
        'and what of it somebody worked on and would have been told later; ' +
        'exit code 2: nothing has that number, 3: it did not come to its end, 4: no answer',
    )
    .action((options: NoiseOptions) => report(options, terminal));
}

async function report(
  { days, integration, format, changesOf }: NoiseOptions,
  { print, env, columns, exitWith }: Terminal,
): Promise<void> {
  try {
    const body = { days, ...(integration ? { integrationIds: integration } : {}) };
    const replay = await wholeReplay(connectionOf(env), '/noise-report', body);
    if (changesOf !== undefined) {
      const whatIf = replay.noise?.whatIfs[changesOf - 1];
      if (!whatIf) {
        print(`Nothing has the number ${changesOf}.`);
        return exitWith(2);
      }
      print(JSON.stringify(whatIf.changes, null, 2));
    } else print(format === 'json' ? JSON.stringify(replay, null, 2) : noiseText(replay, columns));
    if (replay.state !== 'Done') exitWith(3);
  } catch (error) {
    print(error instanceof Error ? error.message : String(error));
    exitWith(4);
  }
}

function placeOf(text: string): number {
  const place = Number(text);
  if (!Number.isInteger(place) || place < 1)
    throw new InvalidArgumentError('Give a number from 1.');
  return place;
}
