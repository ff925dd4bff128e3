import { readFile } from 'node:fs/promises';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { connectionOf, postApi, type Wire } from './api-connection.ts';
import { type Places, type ReadPlan, readPlaces, readPlan } from './changes-in.ts';
import { type CommentHost, commentHosts, jobLink, postComment } from './post-comment.ts';
import { commentMark, proofComment } from './proof-comment.ts';
import { type ProofReport, reportOf, withUndecided } from './proof-report.ts';
import { exitCodeOf, type ProofFormat, proofFormats, proofText } from './proof-text.ts';
import type { Terminal } from './terminal.ts';

interface ProveOptions {
  guarantee?: string[];
  guarantees?: string;
  plan?: string;
  folder?: string;
  days?: number;
  format: ProofFormat;
  comment?: CommentHost;
  allowEmpty?: boolean;
}

type Proof = Wire['Proof'];

/** Whether the guarantees hold by what a server has, or would have after a plan. */
export function addProveCommand(tocsin: Command, terminal: Terminal): void {
  tocsin
    .command('prove')
    .option('--guarantee <ids...>', 'only these guarantees of the organization')
    .option('--guarantees <file>', 'guarantees that are not stored: a JSON list of them')
    .option(
      '--plan <file>',
      'before it is applied: what "terraform show -json" prints of a plan; - reads it from standard input',
    )
    .option('--folder <folder>', 'with --plan: the configuration, to name files and lines')
    .option('--days <number>', 'how far ahead, instead of what each guarantee says', daysOf)
    .addOption(new Option('--format <format>').choices(proofFormats).default('text'))
    .addOption(
      new Option('--comment <host>', 'in a job: write it as a comment on the change, too').choices(
        commentHosts,
      ),
    )
    .option('--allow-empty', 'a guarantee that is about no incident is no fault')
    .description(
      'show whether guarantees hold at every instant of the days ahead, and what breaks one; ' +
        'exit code 0: all hold, 1: broken, 2: called wrongly, 3: not decided, 4: no answer, 70: a mistake of ours',
    )
    .action((options: ProveOptions) => proveByCommand(options, terminal));
}

async function proveByCommand(options: ProveOptions, terminal: Terminal): Promise<void> {
  const { print, env, columns, exitWith } = terminal;
  const connection = connectionOf(env);
  const asked = await askedOf(options).catch((error: unknown) => errorText(error));
  if (typeof asked === 'string') {
    print(asked);
    return exitWith(2);
  }
  let report: ProofReport;
  try {
    const proof = await postApi<Proof>(connection, '/proof', asked.body, proofMilliseconds);
    report = reportOf(withUndecided(proof, asked.undecided), asked.addresses, asked.placeAt);
  } catch (error) {
    print(withAddresses(errorText(error), asked));
    const [first] = asked.undecided;
    if (!first) return exitWith(4);
    print(`Not decided: ${first.address} ${first.attribute} is known only after apply.`);
    return exitWith(3);
  }
  print(proofText(report, options.format, columns));
  const code = exitCodeOf(report.proof, options.allowEmpty === true);
  const wrote =
    options.comment === undefined || (await commented(options.comment, report, terminal));
  if (code !== 0 || !wrote) exitWith(code || 4);
}

/** A server takes up to 20 s for a proof, beside what reading everything takes. */
const proofMilliseconds = 120_000;

async function commented(
  host: CommentHost,
  report: ProofReport,
  { print, env }: Terminal,
): Promise<boolean> {
  try {
    await postComment(host, env, proofComment(report, jobLink(host, env)), commentMark);
    return true;
  } catch (error) {
    print(`The comment was not written: ${errorText(error)}`);
    return false;
  }
}

function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

interface Asked {
  body: Wire['ProofInput'];
  addresses: ReadonlyMap<string, string>;
  undecided: ReadPlan['undecided'];
  placeAt(address: string): ReturnType<Places['placeOf']>;
}

/** Throws what to say where it was called wrongly. */
async function askedOf(options: ProveOptions): Promise<Asked> {
  const body = await bodyOf(options);
  const { plan, folder } = options;
  if (plan === undefined) {
    if (folder !== undefined) throw new Error('--folder goes with --plan.');
    return { body, addresses: new Map(), undecided: [], placeAt: () => null };
  }
  const { changes, addresses, undecided } = await readPlan(plan);
  const places = folder === undefined ? null : await readPlaces(folder, addresses.values());
  const placeAt = (address: string) => places?.placeOf(address) ?? null;
  return { body: { ...body, changes }, addresses, undecided, placeAt };
}

/** The server names changes by their places in the list, people by their addresses. */
function withAddresses(text: string, { body: { changes }, addresses }: Asked): string {
  return text.replaceAll(/changes\[(\d+)\]/g, (place, at: string) => {
    const change = changes?.[Number(at)];
    return (change && addresses.get(`${change.entityType} ${change.id}`)) ?? place;
  });
}

async function bodyOf({
  guarantee,
  guarantees: file,
  days,
}: ProveOptions): Promise<Wire['ProofInput']> {
  const same = {
    ...(guarantee ? { guaranteeIds: guarantee } : {}),
    ...(days ? { horizonDays: days } : {}),
  };
  if (file === undefined) return same;
  const guarantees = await readFile(file, 'utf8')
    .then((text): unknown => JSON.parse(text))
    .catch((error: unknown) => {
      throw new Error(`${file} cannot be read: ${errorText(error)}`);
    });
  if (!Array.isArray(guarantees)) throw new Error(`${file} has to be a list of guarantees.`);
  return { ...same, guarantees };
}

function daysOf(text: string): number {
  const days = Number(text);
  if (!Number.isInteger(days) || days < 1 || days > 366)
    throw new InvalidArgumentError('Give a number from 1 to 366.');
  return days;
}
