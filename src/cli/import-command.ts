import { existsSync } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Argument, type Command } from 'commander';
import { systemClock } from '../kernel/index.ts';
import {
  baseUrlOf,
  createClient,
  opsgenie,
  type Product,
  pagerduty,
  problemOfKey,
  type Results,
  readAll,
  savedText,
  type Time,
  writeSaved,
} from '../migration/index.ts';
import { version } from '../version.ts';
import { askHidden } from './hidden-prompt.ts';
import { savedSummary } from './saved-summary.ts';
import type { Terminal } from './terminal.ts';

export interface ImportFlags {
  save: string;
  url?: string;
  force?: boolean;
}

/** The world of the command; tests hand in their own. */
export interface ImportPorts {
  fetch(url: string, init: RequestInit): Promise<Response>;
  time: Time;
  /** Null where nobody can be asked. */
  askKey(question: string): Promise<string | null>;
  /** Shows what is being read, in place of the last text; an empty one removes it. */
  showProgress(text: string): void;
  user: string;
}

const products: readonly Product[] = [opsgenie, pagerduty];

const howItWorks = `
Save first: what is in the file can be imported after the other product is gone.
This release saves only; a later one turns the file into Terraform.

The key is read from TOCSIN_IMPORT_KEY, or asked for. docs/migration/README.md
says which key to make, and where.
Exit code: 0 everything was read, 3 something is not readable, 1 failed,
2 called wrongly.`;

export function addImportCommand(tocsin: Command, terminal: Terminal): void {
  tocsin
    .command('import')
    .addArgument(new Argument('<product>', 'where to come from').choices(products.map(nameOf)))
    .requiredOption('--api', 'read from the API of the product')
    .requiredOption('--save <file>', 'new file for all that it answers')
    .option('--url <address>', 'address of the API, such as the one of the EU')
    .option('--force', 'replace the file')
    .description('save what another product has, to import it later')
    .addHelpText('after', howItWorks)
    .action((name: string, flags: ImportFlags) =>
      runImport(name, flags, terminal, {
        fetch,
        time: {
          ...systemClock,
          sleep: async (milliseconds) => void (await setTimeout(milliseconds)),
          jitter: Math.random,
        },
        askKey: askHidden,
        showProgress(text) {
          if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
        },
        user: userInfo().username,
      }),
    );
}

/** Reads and saves; the exit code goes to the terminal. Throws when nothing was saved. */
export async function runImport(
  name: string,
  flags: ImportFlags,
  terminal: Pick<Terminal, 'print' | 'env' | 'columns' | 'exitWith'>,
  ports: ImportPorts,
): Promise<void> {
  const product = products.find((one) => one.name === name);
  if (product === undefined) throw new Error(`${name} is no product that can be read.`);
  const call = await checkedCall(product, flags, terminal.env, ports);
  if (typeof call === 'string') {
    terminal.print(call);
    terminal.exitWith(2);
    return;
  }
  const { url, key } = call;
  const client = createClient(product, { url, key, fetch: ports.fetch, time: ports.time });
  let results: Results;
  try {
    results = await readAll(product, client, (kind, asked) =>
      ports.showProgress(`Reading ${kind}${asked > 0 ? `, ${asked}` : ''} …`),
    );
  } finally {
    ports.showProgress('');
  }
  const by = `${ports.user}, tocsin ${version}`;
  const text = savedText({ product, url, at: ports.time.now(), by, results }, key);
  const file = placeFor(results, flags.save);
  if (file !== null) await writeSaved(file, text, flags.force === true || file !== flags.save);
  const { output, exitCode } = savedSummary(product, results, file, terminal.columns);
  terminal.print(output);
  terminal.exitWith(exitCode);
}

/**
 * Where a run is kept; null: nothing was read. One that failed in part takes the place of no other: what is there may
 * be whole, and the product may be gone.
 */
function placeFor(results: Results, file: string): string | null {
  const states = new Set([...results.values()].map(({ state }) => state));
  if (!states.has('whole')) return null;
  return states.has('failed') && existsSync(file) ? `${file}.incomplete` : file;
}

/** Where to ask with which key, or what is wrong with the call: before an hour is spent on reading. */
async function checkedCall(
  product: Product,
  { save, url, force }: ImportFlags,
  env: NodeJS.ProcessEnv,
  { askKey }: ImportPorts,
): Promise<{ url: string; key: string } | string> {
  if (existsSync(save) && !force) return `${save} exists already: name a new file, or add --force.`;
  try {
    await access(dirname(save), constants.W_OK);
  } catch {
    return `${dirname(save)} is no folder that can be written to.`;
  }
  let target: string;
  try {
    target = baseUrlOf(url ?? product.url);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  const given = env.TOCSIN_IMPORT_KEY || (await askKey(`Key for ${target} (not shown): `));
  if (!given?.trim()) return 'Set TOCSIN_IMPORT_KEY to the key of the other product.';
  const key = given.trim();
  return problemOfKey(key) ?? { url: target, key };
}

function nameOf({ name }: Product): string {
  return name;
}
