import { readFile, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { PlannedChange } from '../../cdktf-provider/plan/plan-changes.ts';
import type { Wire } from './api-connection.ts';
import type { PlaceAt } from './code-place.ts';

export interface ChangeFiles {
  /** The output of `terraform show -json`; `-`: standard input. */
  plan?: string;
  /** A JSON list. */
  changes?: string;
  /** The configuration of the plan. */
  folder?: string;
}

/** The changes of a plan or a file, and where its objects are in code. */
export interface AskedChanges {
  changes: Wire['ConfigurationChange'][];
  addresses: ReadonlyMap<string, string>;
}

/** Throws what to say where a file cannot be read, or what it says is not known before it is applied. */
export async function changesIn(files: ChangeFiles): Promise<AskedChanges> {
  const { undecided, unchanged: _, ...planned } = await readChanges(files);
  const [first] = undecided;
  if (first)
    throw new Error(
      `${first.address} has a value that is known only after apply and may decide who is told: ${first.attribute}.`,
    );
  return planned;
}

/** Throws what to say where a file cannot be read. */
export async function readChanges(files: ChangeFiles): Promise<ReadPlan> {
  demandPlanOf(files);
  const { plan, changes: file } = files;
  if (plan !== undefined && file !== undefined) throw new Error('Give --plan or --changes.');
  if (plan !== undefined) return readPlan(plan);
  const none = { changes: [], unchanged: [], addresses: new Map(), undecided: [] };
  if (file === undefined) return none;
  const changes: unknown = JSON.parse(await readFile(file, 'utf8'));
  if (!Array.isArray(changes)) throw new Error(`${file} has to be a list of changes.`);
  return { ...none, changes };
}

/** Throws where a folder is named without a plan. */
export function demandPlanOf({ plan, folder }: Pick<ChangeFiles, 'plan' | 'folder'>): void {
  if (plan === undefined && folder !== undefined)
    throw new Error('--folder goes with --plan: only Terraform computes what a folder says.');
}

export interface ReadPlan extends AskedChanges {
  /** Existing objects that the plan leaves as they are, in the form of creations. */
  unchanged: Wire['ConfigurationChange'][];
  /** Values that are known only after apply and may decide who is told. */
  undecided: readonly { address: string; attribute: string }[];
}

/** Throws what to say where it cannot be read. */
async function readPlan(file: string): Promise<ReadPlan> {
  const [{ planBytesMax, readPlanText }, { changesOfPlan }, { stringifyExactJson }] =
    await Promise.all([
      import('../../cdktf-provider/plan/plan-file.ts'),
      import('../../cdktf-provider/plan/plan-changes.ts'),
      import('../../cdktf-provider/runtime/exact-json.ts'),
    ]);
  if (file !== '-' && (await stat(file)).size > planBytesMax)
    throw new Error(`${file} is larger than ${planBytesMax / 1024 / 1024} MB.`);
  const text = file === '-' ? await standardInput(planBytesMax) : await readFile(file, 'utf8');
  const { changes, unchanged, undecided, addresses } = changesOfPlan(readPlanText(text));
  const plain = ({ wire, ...change }: PlannedChange) => ({
    ...change,
    wire: wire === null ? null : (JSON.parse(stringifyExactJson(wire)) as Record<string, unknown>),
  });
  return { undecided, changes: changes.map(plain), unchanged: unchanged.map(plain), addresses };
}

/** Says where an object, or a member of it, is in code; with files and lines where there is a folder. */
export async function readPlaces(
  folder: string | undefined,
  addresses: Iterable<string>,
): Promise<PlaceAt> {
  const [{ placesIn }, { attributePath, attributeText }] = await Promise.all([
    import('../../cdktf-provider/plan/places.ts'),
    import('../../cdktf-provider/plan/attribute-path.ts'),
  ]);
  const places = folder === undefined ? null : await placesIn(folder, new Set(addresses));
  return (address, member) => {
    const path = member === null ? [] : attributePath(address, member);
    const attribute = member === null ? null : attributeText(path);
    const place = places?.placeOf(address, path);
    if (!place) return { address, attribute, file: null, line: null };
    return { address, attribute, file: fileFrom(folder ?? '', place.file), line: place.line };
  };
}

/** From where the command was called, as code hosts want it, if the folder is below; else from the folder. */
function fileFrom(folder: string, file: string): string {
  const path = relative('', join(folder, file)).replaceAll('\\', '/');
  return path.startsWith('../') ? file : path;
}

async function standardInput(bytesMax: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of process.stdin) {
    const read = Buffer.from(chunk);
    bytes += read.length;
    if (bytes > bytesMax) throw new Error(`The plan is larger than ${bytesMax / 1024 / 1024} MB.`);
    chunks.push(read);
  }
  return Buffer.concat(chunks).toString('utf8');
}
