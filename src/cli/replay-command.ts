import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Wire } from './api-connection.ts';
import { type AskedChanges, changesIn, readPlaces } from './changes-in.ts';
import { errorText } from './error-text.ts';
import { type CommentHost, commentHosts, postComment } from './post-comment.ts';
import { type PlaceOfCause, placeOfCauses, withPlaces } from './replay-places.ts';
import {
  kindNames,
  type ReplayFormat,
  replayFormats,
  replayText,
  withReplay,
} from './replay-text.ts';
import { wrap } from './table.ts';
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

interface ReplayOptions extends ReplayPlace {
  plan?: string;
  changes?: string;
  folder?: string;
  days: number;
  people: 'as-they-did' | 'nobody';
  asItWas?: boolean;
  integration?: string[];
  format: ReplayFormat;
  failOn: string[];
  comment?: CommentHost;
}

type Replay = Wire['Replay'];

/** Adds the command that replays the payloads a server received under a changed configuration. */
export function addReplayCommand(tocsin: Command, terminal: Terminal): void {
  tocsin
    .command('replay')
    .summary('show who would have been told otherwise by a changed configuration')
    .option(
      '--plan <file>',
      'what "terraform show -json" prints of a plan; - reads it from standard input',
    )
    .option('--changes <file>', 'a JSON list of changes, as the API takes them')
    .option('--folder <folder>', 'with --plan: the configuration, to name files and lines')
    .option('--days <number>', 'how many days back', daysOf, 30)
    .addOption(
      new Option('--people <who>', 'whether people do what they did, or nobody does anything')
        .choices(['as-they-did', 'nobody'])
        .default('as-they-did'),
    )
    .option(
      '--as-it-was',
      'those are on call who were, in teams and schedules that the change leaves alone',
    )
    .option('--integration <ids...>', 'only payloads of these integrations')
    .option(...copyOption)
    .option(...copyOrganizationOption)
    .addOption(formatOption(replayFormats))
    .addOption(
      new Option(
        '--comment <host>',
        'in a job: add it to the comment of "tocsin prove" on the change, too',
      ).choices(commentHosts),
    )
    .option(
      '--fail-on <kinds>',
      'exit code 1 where there is one of these, with commas',
      kindsOf,
      [],
    )
    .description(
      'show who would have been told otherwise by a changed configuration, and which line decides it; ' +
        'without a change, how much of what was sent a replay reproduces; ' +
        'exit code 1: --fail-on, 3: it did not come to its end, 4: no answer, or no comment could be written',
    )
    .addHelpText('after', `\n${wrap(Object.keys(kindNames).join(', '), 79, 'Kinds: ')}`)
    .action((options: ReplayOptions) => replayByCommand(options, terminal));
}

async function replayByCommand(options: ReplayOptions, terminal: Terminal): Promise<void> {
  const { print, env, exitWith } = terminal;
  const { format, comment } = options;
  const asked = await askedOf(options).catch(errorText);
  if (typeof asked === 'string') {
    print(asked);
    return exitWith(2);
  }
  try {
    const body = bodyOf(options, asked.changes);
    const whole = await wholeReplay(options, { operationId: 'createReplay', body }, terminal);
    const { replay, ofCopy } = whole;
    const text = (as: 'text' | 'markdown') =>
      replayText(replay, as, asked.placeOf, ofCopy?.notes ?? []);
    print(format === 'json' ? replayJson(withPlaces(whole, asked.placeOf)) : text(format));
    if (comment) await postComment(comment, env, (former) => withReplay(former, text('markdown')));
    const code = exitCodeOf(replay, options.failOn);
    if (code !== 0) exitWith(code);
  } catch (error) {
    print(await replayFault(error, options));
    exitWith(4);
  }
}

interface Asked {
  changes: AskedChanges['changes'];
  placeOf: PlaceOfCause;
}

/** Throws what to say where a file cannot be read. */
async function askedOf(options: ReplayOptions): Promise<Asked> {
  const { changes, addresses } = await changesIn(options);
  const placeAt = await readPlaces(options.folder, addresses.values());
  return { changes, placeOf: placeOfCauses(addresses, placeAt) };
}

function bodyOf(
  { days, people, integration, asItWas }: ReplayOptions,
  changes: AskedChanges['changes'],
): Wire['ReplayInput'] {
  return {
    ...{ changes, days },
    people: people === 'nobody' ? 'Nobody' : 'AsTheyDid',
    ...(integration ? { integrationIds: integration } : {}),
    ...(asItWas ? { asItWas } : {}),
  };
}

function exitCodeOf({ state, kinds }: Replay, failOn: readonly string[]): number {
  const wanted = failOn.map((name) => kindNames[name]);
  if (kinds.some(({ kind }) => wanted.includes(kind))) return 1;
  return state === 'Done' ? 0 : 3;
}

function kindsOf(text: string): string[] {
  const names = text.split(',').map((name) => name.trim());
  const wrong = names.find((name) => kindNames[name] === undefined);
  if (wrong !== undefined)
    throw new InvalidArgumentError(`“${wrong}” is none of ${Object.keys(kindNames).join(', ')}.`);
  return names;
}
