import { readFile } from 'node:fs/promises';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type Connection, connectionOf, postApi, readApi, type Wire } from './api-connection.ts';
import { demandPlanOf, type ReadPlan, readChanges, readPlaces } from './changes-in.ts';
import type { PlaceAt } from './code-place.ts';
import { errorText } from './error-text.ts';
import { type CommentHost, commentHosts, jobLink, postComment } from './post-comment.ts';
import { proofComment } from './proof-comment.ts';
import { type ProofReport, reportOf, withUndecided } from './proof-report.ts';
import { exitCodeOf, type ProofFormat, proofFormats, proofText } from './proof-text.ts';
import type { Refused } from './prove-offline.ts';
import { formatOption, interruptibly, type Terminal, waited } from './terminal.ts';

interface ProveOptions {
  guarantee?: string[];
  guarantees?: string;
  plan?: string;
  changes?: string;
  folder?: string;
  offline?: boolean;
  facts?: string;
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
    .summary('show whether guarantees hold in the days ahead, and what breaks one')
    .option('--guarantee <ids...>', 'only these guarantees of the organization')
    .option('--guarantees <file>', 'guarantees that are not stored: a JSON list of them')
    .option(
      '--plan <file>',
      'before it is applied: what "terraform show -json" prints of a plan; - reads it from standard input',
    )
    .option('--changes <file>', 'instead of a plan: a JSON list of changes, as the API takes them')
    .option('--folder <folder>', 'with --plan: the configuration, to name files and lines')
    .option(
      '--offline',
      'on this machine, without a server: of a plan, of facts, or of a plan and facts',
    )
    .option('--facts <file>', 'with --offline: what "tocsin facts" printed')
    .option('--days <number>', 'how far ahead, instead of what each guarantee says', daysOf)
    .addOption(formatOption(proofFormats))
    .addOption(
      new Option('--comment <host>', 'in a job: write it as a comment on the change, too').choices(
        commentHosts,
      ),
    )
    .option(
      '--allow-empty',
      'a guarantee that is about no incident is no fault, nor that there is none',
    )
    .description(
      'show whether guarantees hold at every instant of the days ahead, and what breaks one; ' +
        'exit code 0: all hold, 1: broken, 2: called wrongly, 3: not decided, 4: no answer, 70: a mistake of ours',
    )
    .addHelpText('after', exitCodes)
    .action((options: ProveOptions) => proveByCommand(options, terminal));
}

const exitCodes = `
Exit codes:
   0  every guarantee holds at every instant
   1  one is broken or breaks; or, without --allow-empty, one is about no
      incident, or there is none
   2  called wrongly, or a file cannot be read
   3  none is broken, and one is not decided: something is not known, it took
      too long, or its server stopped
   4  the server did not answer, or what is planned would be refused; or
      --comment could not be written
  70  a mistake of ours: the counter-example went another way when it was played
      once more

--offline takes nothing for granted. Without --facts a plan can be found to
break a guarantee, and never to keep one: 3 in place of 0. What the plan names
and neither it nor the facts have is not decided, too. A folder alone says
nothing: only Terraform computes its values, so make a plan of it.`;

async function proveByCommand(options: ProveOptions, terminal: Terminal): Promise<void> {
  const { print, columns, exitWith } = terminal;
  const asked = await askedOf(options, terminal).catch(errorText);
  if (typeof asked === 'string') {
    print(asked);
    return exitWith(2);
  }
  let report: ProofReport;
  try {
    const proof = await asked.prove();
    report = reportOf(withUndecided(proof, asked.undecided), asked.addresses, asked.placeAt);
  } catch (error) {
    const refused = options.offline ? await refusedOffline(error) : null;
    print(withAddresses(refused?.text ?? errorText(error), asked));
    if (error instanceof StoppedProof) {
      print('Not decided: the proof did not come to its end.');
      return exitWith(3);
    }
    const [first] = asked.undecided;
    if (first) print(`Not decided: ${first.address} ${first.attribute} is known only after apply.`);
    else if (refused?.isUnknown)
      print('Not decided: neither the plan nor the facts have what is named there.');
    return exitWith(first || refused?.isUnknown ? 3 : 4);
  }
  print(proofText(report, options.format, columns));
  const code = exitCodeOf(report.proof, options.allowEmpty === true);
  const wrote =
    options.comment === undefined || (await commented(options.comment, report, terminal));
  if (code !== 0 || !wrote) exitWith(code || 4);
}

async function refusedOffline(error: unknown): Promise<Refused | null> {
  const { refusedBy } = await import('./prove-offline.ts');
  return refusedBy(error);
}

/** It answers after ten seconds at most, beside what reading everything takes. */
const answerMilliseconds = 60_000;

type ProofRun = Wire['ProofRun'];

/** Asks for it and waits for its end. Throws where it does not come to one. */
async function provenBy(
  connection: Connection,
  body: Wire['ProofInput'],
  say: (text: string) => void,
  interruption: AbortSignal,
): Promise<Proof> {
  let run = await postApi<ProofRun>(connection, '/proof', body, answerMilliseconds);
  let said = '';
  while (run.state === 'Waiting' || run.state === 'Running') {
    const text = waitsFor(run);
    if (text !== said) say(text);
    said = text;
    if (!(await waited(1000, interruption))) {
      await postApi(connection, `/proof/${run.id}/cancel`, {});
      throw new StoppedProof(`Proof ${run.id} is cancelled.`);
    }
    run = await readApi<ProofRun>(connection, `/proof/${run.id}`);
  }
  if (run.state === 'Cancelled') throw new StoppedProof(`Somebody has cancelled proof ${run.id}.`);
  if (run.state === 'Stopped') throw new StoppedProof(run.reason ?? '');
  return run;
}

function waitsFor({ id, state, ahead, aheadStartedBy }: ProofRun): string {
  if (state === 'Running') return `Proof ${id} goes on.`;
  if (ahead === 0) return `Proof ${id} begins in a moment.`;
  const by = aheadStartedBy === null ? '' : `; ${aheadStartedBy} asked for the one that goes on`;
  return ahead === 1
    ? `Proof ${id} waits for another one${by}.`
    : `Proof ${id} waits for ${ahead} others${by}.`;
}

/** Nothing is decided then. */
class StoppedProof extends Error {}

async function commented(
  host: CommentHost,
  report: ProofReport,
  { print, env }: Terminal,
): Promise<boolean> {
  try {
    // A comment of an earlier command was about an earlier plan.
    await postComment(host, env, () => proofComment(report, jobLink(host, env)));
    return true;
  } catch (error) {
    print(`The comment was not written: ${errorText(error)}`);
    return false;
  }
}

interface Asked {
  /** Throws where there is no answer, or a refusal. */
  prove(): Promise<Proof>;
  /** The changes; the answer names them by their places in this list. */
  changes: readonly Pick<Wire['ConfigurationChange'], 'entityType' | 'id'>[];
  addresses: ReadonlyMap<string, string>;
  undecided: ReadPlan['undecided'];
  placeAt: PlaceAt;
}

/** Throws what to say where it was called wrongly. */
async function askedOf(options: ProveOptions, terminal: Terminal): Promise<Asked> {
  const { env, note = () => {} } = terminal;
  const { plan: planFile, changes: changeFile, folder, offline, facts } = options;
  demandPlanOf(options);
  if (facts !== undefined && !offline) throw new Error('--facts goes with --offline.');
  if (offline && changeFile !== undefined)
    throw new Error('--changes needs the server that has the rest.');
  if (offline && planFile === undefined && facts === undefined)
    throw new Error('Give --plan, or --facts, or both: without a server nothing else is known.');
  const connection = offline ? null : connectionOf(env);
  const body = await bodyOf(options);
  const plan = await readChanges(options);
  const { addresses, undecided } = plan;
  const placeAt = await readPlaces(folder, addresses.values());
  const same = { addresses, undecided, placeAt };
  if (connection === null) {
    const { openOfflineProof } = await import('./prove-offline.ts');
    const { changes, prove } = await openOfflineProof(facts, body, plan);
    return { ...same, changes, prove };
  }
  const { changes } = plan;
  const isAsked = planFile !== undefined || changeFile !== undefined;
  const whole = isAsked ? { ...body, changes } : body;
  const prove = () =>
    interruptibly(terminal, (interruption) => provenBy(connection, whole, note, interruption));
  return { ...same, changes, prove };
}

/** The server names changes by their places in the list, people by their addresses. */
function withAddresses(text: string, { changes, addresses }: Asked): string {
  return text.replaceAll(/changes\[(\d+)\]/g, (place, at: string) => {
    const change = changes[Number(at)];
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
