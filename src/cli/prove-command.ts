import { readFile } from 'node:fs/promises';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { connectionOf, postApi, type Wire } from './api-connection.ts';
import { exitCodeOf, type ProofFormat, proofFormats, proofText } from './proof-text.ts';
import type { Terminal } from './terminal.ts';

interface ProveOptions {
  guarantee?: string[];
  guarantees?: string;
  days?: number;
  format: ProofFormat;
  allowEmpty?: boolean;
}

/** Whether the guarantees hold by what a server has. */
export function addProveCommand(tocsin: Command, terminal: Terminal): void {
  const { print, env, columns, exitWith } = terminal;
  tocsin
    .command('prove')
    .option('--guarantee <ids...>', 'only these guarantees of the organization')
    .option('--guarantees <file>', 'guarantees that are not stored: a JSON list of them')
    .option('--days <number>', 'how far ahead, instead of what each guarantee says', daysOf)
    .addOption(new Option('--format <format>').choices(proofFormats).default('text'))
    .option('--allow-empty', 'a guarantee that is about no incident is no fault')
    .description(
      'show whether guarantees hold at every instant of the days ahead, and what breaks one; ' +
        'exit code 0: all hold, 1: broken, 3: not decided, 4: no answer',
    )
    .action(async (options: ProveOptions) => {
      const connection = connectionOf(env);
      const asked = await bodyOf(options);
      if (typeof asked === 'string') {
        print(asked);
        return exitWith(2);
      }
      try {
        const proof = await postApi<Wire['Proof']>(connection, '/proof', asked);
        print(proofText(proof, options.format, columns));
        const code = exitCodeOf(proof, options.allowEmpty === true);
        if (code !== 0) exitWith(code);
      } catch (error) {
        print(error instanceof Error ? error.message : String(error));
        exitWith(4);
      }
    });
}

/** What is asked, or why that cannot be. */
async function bodyOf({
  guarantee,
  guarantees: file,
  days,
}: ProveOptions): Promise<Wire['ProofInput'] | string> {
  const same = {
    ...(guarantee ? { guaranteeIds: guarantee } : {}),
    ...(days ? { horizonDays: days } : {}),
  };
  if (file === undefined) return same;
  try {
    const guarantees: unknown = JSON.parse(await readFile(file, 'utf8'));
    if (!Array.isArray(guarantees)) return `${file} has to be a list of guarantees.`;
    return { ...same, guarantees };
  } catch (error) {
    return `${file} cannot be read: ${error instanceof Error ? error.message : error}`;
  }
}

function daysOf(text: string): number {
  const days = Number(text);
  if (!Number.isInteger(days) || days < 1 || days > 366)
    throw new InvalidArgumentError('Give a number from 1 to 366.');
  return days;
}
