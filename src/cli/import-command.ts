import { existsSync } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { Argument, type Command, Option } from 'commander';
import { systemClock } from '../kernel/index.ts';
import {
  baseUrlOf,
  createClient,
  type FileSource,
  loadImports,
  type Product,
  problemOfKey,
  products,
  type Results,
  readAll,
  readGiven,
  readSaved,
  type SavedAnswers,
  savedText,
  type Time,
  writeSaved,
} from '../migration/index.ts';
import { version } from '../version.ts';
import { type Connection, connectionOf, readApi, type Wire } from './api-connection.ts';
import { errorText } from './error-text.ts';
import { askHidden } from './hidden-prompt.ts';
import { type IntoFlags, importInto } from './import-into.ts';
import { type ImportJson, importedJson, savedJson } from './import-json.ts';
import { ask } from './prompt.ts';
import { savedSummary } from './saved-summary.ts';
import { printJson, type Terminal } from './terminal.ts';

export interface ImportFlags extends Omit<IntoFlags, 'into'> {
  api?: boolean;
  from?: string;
  save?: string;
  into?: string;
  url?: string;
  json?: boolean;
  events?: string;
}

/** The world of the command; tests hand in their own. */
export interface ImportPorts {
  fetch(url: string, init: RequestInit): Promise<Response>;
  time: Time;
  /** Null where nobody can be asked. */
  askKey(question: string): Promise<string | null>;
  ask(question: string): Promise<string | null>;
  /** Read for `--from -`. */
  input: AsyncIterable<Uint8Array>;
  /** Shows what is being read, in place of the last text; an empty one removes it. */
  showProgress(text: string): void;
  user: string;
}

const howItWorks = `
Save first: what is in the file can be imported after the other product is gone.
Then turn it into Terraform, as often as you like:
  tocsin import opsgenie --api --save opsgenie.json
  tocsin import opsgenie --from opsgenie.json --into import --secrets in.tfvars

--from takes what --save wrote, alertmanager.yml, or the state of Terraform that
manages the product: terraform show -json | tocsin import pagerduty --from - …

The key is read from TOCSIN_IMPORT_KEY, or asked for. docs/migration/README.md
says which key to make, and where.
Exit code: 0 everything was read and nobody else is told, 3 something is not
readable, or somebody else may be told (see the report), 1 failed, 2 called
wrongly.`;

export function addImportCommand(tocsin: Command, terminal: Terminal): void {
  tocsin
    .command('import')
    .addArgument(new Argument('<product>', 'where to come from').choices(products.map(nameOf)))
    .option('--api', 'read from the API of the product')
    .option('--from <path>', 'read a file, folder or zip (see below); - reads a pipe')
    .option('--save <file>', 'new file for all that the API answers')
    .option('--events <days>', 'with --api: read what came in lately, too, such as 30d')
    .option('--into <folder>', 'write Terraform files and a report')
    .option('--url <address>', 'address of the API, such as the one of the EU')
    .option('--since <date>', 'leave out what had ended by then, in place of by now')
    .option('--team <name...>', 'only what these teams own, and what that reaches')
    .option('--people <csv>', 'lines of source,email or source,skip')
    .option(
      '--answers <yaml>',
      'answers to what an import asks (default: answers.yaml in the folder)',
    )
    .option('--secrets <file>', 'write keys and phone numbers there, as .tfvars')
    .option('--compare <days>', 'compare who is on call there and here, such as 90d')
    .option('--adopt', 'take over people whom the server has (TOCSIN_ENDPOINT, TOCSIN_API_KEY)')
    .option('--dry-run', 'print the report and what would change in the folder; write nothing')
    .addOption(new Option('--report <format>', 'print the report, too').choices(['md', 'json']))
    .addOption(new Option('--language <code>', 'of REPORT.md (default: en)').choices(['en', 'de']))
    .option('--json', 'print what was saved and written, for programs')
    .option('--force', 'replace the file of --save or --secrets')
    .description('save what another product has, and turn it into Terraform')
    .addHelpText('after', howItWorks)
    .action((name: string, flags: ImportFlags) => {
      // An import leaves much behind that nothing needs: it is collected early, for a third more of the processor.
      if (flags.into !== undefined) setFlagsFromString('--optimize-for-size');
      return runImport(name, flags, terminal, {
        fetch,
        time: {
          ...systemClock,
          sleep: async (milliseconds) => void (await setTimeout(milliseconds)),
          jitter: Math.random,
        },
        askKey: askHidden,
        ask,
        input: process.stdin,
        showProgress(text) {
          if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
        },
        user: userInfo().username,
      });
    });
}

type ImportTerminal = Pick<Terminal, 'print' | 'env' | 'columns' | 'exitWith'>;

/** Reads, then saves or imports; the exit code goes to the terminal. Throws when nothing came of it. */
export async function runImport(
  name: string,
  flags: ImportFlags,
  terminal: ImportTerminal,
  ports: ImportPorts,
): Promise<void> {
  const told: ImportJson = {
    ...{ product: name, exitCode: 0, refused: null, saved: null, imported: null },
  };
  if (!flags.json) return readAndImport(name, flags, terminal, ports, told);
  const texts: string[] = [];
  const quiet = {
    ...terminal,
    print: (text: string) => void texts.push(text),
    exitWith(code: number) {
      told.exitCode = code;
    },
  };
  await readAndImport(name, flags, quiet, ports, told);
  // After a wrong call, the texts say what was wrong with it.
  if (told.exitCode === 2) told.refused = texts.join('\n');
  printJson(terminal, told);
  terminal.exitWith(told.exitCode);
}

/** `told`: becomes what came of it. */
async function readAndImport(
  name: string,
  flags: ImportFlags,
  terminal: ImportTerminal,
  ports: ImportPorts,
  told: ImportJson,
): Promise<void> {
  const product = products.find((one) => one.name === name);
  if (product === undefined) throw new Error(`${name} is no product that can be read.`);
  const refuse = (why: string) => {
    terminal.print(why);
    terminal.exitWith(2);
  };
  const wrong = wrongIn(product, flags);
  if (wrong !== null) return refuse(wrong);
  // Before an hour is spent on reading.
  const importer =
    flags.into === undefined ? null : (await loadImports()).importers.get(product.name);
  if (importer === undefined)
    return refuse(
      `This version cannot turn what ${product.displayName} has into Terraform yet. ` +
        'Save it and keep the file: a later version reads it.',
    );
  const read =
    'file' in product || flags.from !== undefined
      ? {
          saved: await readGiven(product, flags.from ?? '', {
            input: ports.input,
            now: ports.time.now(),
          }),
          exitCode: 0,
        }
      : await readFromApi(product, flags, terminal, ports, told);
  if (typeof read === 'string') return refuse(read);
  const { saved, exitCode } = read;
  if (saved.product !== name) return refuse(`${flags.from} is from ${saved.product}, not ${name}.`);
  if (importer === null || flags.into === undefined || saved.results.size === 0)
    return terminal.exitWith(exitCode);
  const { into } = flags;
  const imported = await importInto(
    { name, displayName: product.displayName, importer },
    saved,
    { ...flags, into, ...(flags.dryRun && { report: flags.report ?? 'md' }) },
    terminal,
    {
      now: () => ports.time.now(),
      ask: ports.ask,
      people: () => peopleThere(connectionOf(terminal.env)),
      onImported(result) {
        told.imported = importedJson(result, { ...flags, into });
      },
    },
  );
  terminal.exitWith(imported === 2 ? 2 : exitCode || imported);
}

/** Which options do not go together. */
function wrongIn(
  product: Product | FileSource,
  { api, from, save, into, url, json, report, events }: ImportFlags,
): string | null {
  if (json && report !== undefined)
    return '--json and --report print one document each: leave one of them out.';
  if ('file' in product && (from === undefined || into === undefined))
    return `${product.displayName} is read from its file: --from ${product.file} --into <folder>.`;
  if ((api === true) === (from !== undefined))
    return 'Say where to read: --api, or --from with a file, folder or zip.';
  if (save === undefined && into === undefined)
    return 'Say what to write: --save <file>, or --into <folder>.';
  if (from !== undefined && (save !== undefined || url !== undefined))
    return '--save and --url are for --api.';
  return events === undefined ? null : wrongInEvents(product, { events, from });
}

const eventDaysMax = 90;

function daysOfEvents(events: string | undefined): number {
  return events === undefined ? 0 : Number(/^(\d{1,2})d$/.exec(events)?.[1]);
}

function wrongInEvents(
  product: Product | FileSource,
  { events, from }: { events: string; from: string | undefined },
): string | null {
  const days = daysOfEvents(events);
  if (!(days >= 1 && days <= eventDaysMax))
    return `--events takes days, such as 30d, and no more than ${eventDaysMax}d.`;
  if (from !== undefined)
    return '--events is for --api: past events that are in a file are compared anyway.';
  if ('file' in product || product.events === undefined)
    return `The API of ${product.displayName} does not tell what senders sent: leave --events out.`;
  return null;
}

/** Reads everything from the API and saves it if a file was named; a text says what is wrong with the call. */
async function readFromApi(
  product: Product,
  flags: ImportFlags,
  terminal: Pick<Terminal, 'print' | 'env' | 'columns'>,
  ports: ImportPorts,
  told: ImportJson,
): Promise<{ saved: SavedAnswers; exitCode: number } | string> {
  const call = await checkedCall(product, flags, terminal.env, ports);
  if (typeof call === 'string') return call;
  const { url, key } = call;
  const client = createClient(product, { url, key, fetch: ports.fetch, time: ports.time });
  let results: Results;
  try {
    results = await readAll(
      product,
      client,
      (kind, asked) => ports.showProgress(`Reading ${kind}${asked > 0 ? `, ${asked}` : ''} …`),
      daysOfEvents(flags.events),
    );
  } finally {
    ports.showProgress('');
  }
  const at = ports.time.now();
  const by = `${ports.user}, tocsin ${version}`;
  // Read back, so that a run with a file in between gives the same as one without.
  const text = savedText({ product, url, at, by, results }, key);
  const saved = readSaved(text);
  if (flags.save === undefined) return { saved, exitCode: 0 };
  const file = placeFor(results, flags.save);
  if (file !== null) await writeSaved(file, text, flags.force === true || file !== flags.save);
  told.saved = savedJson(results, file);
  const { output, exitCode } = savedSummary(product, results, file, terminal.columns);
  terminal.print(output);
  return { saved: file === null ? { ...saved, results: new Map() } : saved, exitCode };
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
  if (save !== undefined) {
    if (existsSync(save) && !force)
      return `${save} exists already: name a new file, or add --force.`;
    try {
      await access(dirname(save), constants.W_OK);
    } catch {
      return `${dirname(save)} is no folder that can be written to.`;
    }
  }
  const address = url ?? product.url;
  if (address === null)
    return `${product.displayName} has an address of your own: add --url https://${product.name}.example.com.`;
  let target: string;
  try {
    target = baseUrlOf(address);
  } catch (error) {
    return errorText(error);
  }
  const given = env.TOCSIN_IMPORT_KEY || (await askKey(`Key for ${target} (not shown): `));
  if (!given?.trim()) return 'Set TOCSIN_IMPORT_KEY to the key of the other product.';
  const key = given.trim();
  return product.problemOfKey?.(key) ?? problemOfKey(key) ?? { url: target, key };
}

/** Ids of people on the server by e-mail address. */
async function peopleThere(connection: Connection): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (let offset = 0; ; ) {
    const path = `/user/search/list?Limit=100&Offset=${offset}`;
    const { users, hasMore } = await readApi<Wire['UserList']>(connection, path);
    for (const { id, email } of users) if (email) found.set(email.toLowerCase(), id);
    offset += users.length;
    if (!hasMore || users.length === 0) return found;
  }
}

function nameOf({ name }: Product | FileSource): string {
  return name;
}
