import { type Command, InvalidArgumentError } from 'commander';
import { noiseText } from './noise-text.ts';
import { formatOption, type Terminal } from './terminal.ts';
import {
  copyOption,
  copyOrganizationOption,
  daysOf,
  type ReplayPlace,
  replayFault,
  replayJson,
  wholeReplay,
} from './whole-replay.ts';

interface NoiseOptions extends ReplayPlace {
  days: number;
  integration?: string[];
  format: 'text' | 'json';
  changesOf?: number;
}

/**
 * Adds the command that shows needless wake-ups, by the payloads a server received, and changes that would avoid them.
 */
export function addNoiseCommand(tocsin: Command, terminal: Terminal): void {
  tocsin
    .command('noise')
    .summary('show what woke whom for nothing, and changes that would avoid it')
    .option('--days <number>', 'how many days back', daysOf, 30)
    .option('--integration <ids...>', 'only payloads of these integrations')
    .option(...copyOption)
    .option(...copyOrganizationOption)
    .addOption(formatOption(['text', 'json']))
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

async function report(options: NoiseOptions, terminal: Terminal): Promise<void> {
  const { print, columns, exitWith } = terminal;
  const { days, integration, format, changesOf } = options;
  try {
    const body = { days, ...(integration ? { integrationIds: integration } : {}) };
    const whole = await wholeReplay(options, { operationId: 'createNoiseReport', body }, terminal);
    const { replay, ofCopy } = whole;
    if (changesOf !== undefined) {
      const whatIf = replay.noise?.whatIfs[changesOf - 1];
      if (!whatIf) {
        print(`Nothing has the number ${changesOf}.`);
        return exitWith(2);
      }
      print(JSON.stringify(whatIf.changes, null, 2));
    } else if (format === 'json') print(replayJson(whole));
    else print(noiseText(replay, columns, ofCopy?.notes));
    if (replay.state !== 'Done') exitWith(3);
  } catch (error) {
    print(await replayFault(error, options));
    exitWith(4);
  }
}

function placeOf(text: string): number {
  const place = Number(text);
  if (!Number.isInteger(place) || place < 1)
    throw new InvalidArgumentError('Give a number from 1.');
  return place;
}
