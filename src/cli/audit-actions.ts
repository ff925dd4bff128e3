import { readFile } from 'node:fs/promises';
import {
  type HeadCopy,
  headOf,
  isDeletionRecorded,
  parseHeads,
  toHeadCopy,
  verifyLog,
} from '../audit/index.ts';
import { organizationKind } from '../identity/index.ts';
import type { World } from '../kernel/index.ts';
import { inEnglish } from '../sentences/index.ts';
import { type InOrganization, type Print, withWorld } from './operator-world.ts';
import { printJson } from './terminal.ts';

/** Prints the signed heads as JSON lines. Throws when one is missing or altered. */
export function printHeads(options: InOrganization, print: Print): Promise<void> {
  return withWorld(async (world) => {
    for (const { _id } of await organizationsFor(world, options)) {
      const head = await headOf(world, _id);
      if (head === null || head === 'forged')
        throw new Error(`The signed head of ${_id} is missing or altered; run audit verify.`);
      print(JSON.stringify(toHeadCopy(head)));
    }
  });
}

/** The result of a check, as `--json` prints it. */
interface Verified {
  isUntouched: boolean;
  logs: VerifiedLog[];
  /** Logs of the copies that are not here. */
  missing: { organizationId: string; isDeletionRecorded: boolean }[];
  /** Without heads that were kept elsewhere, an end that was cut off cannot be seen. */
  isComparedWithCopy: boolean;
}

interface VerifiedLog {
  organizationId: string;
  displayName: string;
  entries: number;
  faults: string[];
  notes: string[];
  /** The number of heads in the copy. Each note is about one of them that the log does not contain. */
  headsOfCopy: number;
  head: object | null;
}

/** False when something was altered, cut off or removed. */
export async function verifyAudit(
  { json, ...options }: InOrganization & { head?: string; json?: boolean },
  print: Print,
): Promise<boolean> {
  const found = await verified(options);
  if (json) printJson({ print }, found);
  else printVerified(found, print);
  return found.isUntouched;
}

async function verified(options: InOrganization & { head?: string }): Promise<Verified> {
  const copies = options.head === undefined ? [] : await readHeads(options.head);
  const logs: VerifiedLog[] = [];
  let missing: Verified['missing'] = [];
  await withWorld(async (world) => {
    const organizations = await organizationsFor(world, options);
    for (const { _id, wire } of organizations) {
      const own = copies.filter(({ organizationId }) => organizationId === _id);
      const { entries, faults, notes, head } = await verifyLog(world, _id, own);
      logs.push({
        organizationId: _id,
        displayName: wire.displayName,
        entries,
        faults: faults.map(inEnglish),
        notes: notes.map(inEnglish),
        headsOfCopy: own.length,
        head: head && { organizationId: _id, ...head },
      });
    }
    if (options.organization === undefined) missing = await missingLogs(world, logs, copies);
  });
  const isUntouched =
    logs.every(({ faults }) => faults.length === 0) &&
    missing.every(({ isDeletionRecorded: isRecorded }) => isRecorded);
  return { isUntouched, logs, missing, isComparedWithCopy: copies.length > 0 };
}

function printVerified({ logs, missing, isComparedWithCopy }: Verified, print: Print): void {
  for (const { organizationId, displayName, entries, faults, notes, headsOfCopy, head } of logs) {
    const verdict = faults.length === 0 ? 'untouched' : `${faults.length} fault(s)`;
    print(`${organizationId}  ${displayName}: ${entries} entries, ${verdict}.`);
    for (const said of [...faults, ...notes]) print(`  ${said}`);
    if (headsOfCopy > 0 && faults.length === 0)
      print(`  Contains ${headsOfCopy - notes.length} of ${headsOfCopy} head(s) of your copy.`);
    if (head) print(`  Head: ${JSON.stringify(head)}`);
  }
  for (const { organizationId: id, isDeletionRecorded: isRecorded } of missing)
    print(
      isRecorded
        ? `${id}  was deleted with its log; the log of another organization records it.`
        : `${id}  has a head in your copy, but no log here, and no entry records its deletion: it was removed.`,
    );
  if (!isComparedWithCopy)
    print(
      'An end that was cut off together with an old head put back cannot be seen from here: keep the heads elsewhere and compare with --head.',
    );
}

/** Logs of the copies that are not here, and whether an entry records the deletion of their organization. */
async function missingLogs(
  world: World,
  logs: readonly VerifiedLog[],
  copies: readonly HeadCopy[],
): Promise<Verified['missing']> {
  const ids = new Set(logs.map(({ organizationId }) => organizationId));
  const elsewhere = new Set(
    copies.map(({ organizationId }) => organizationId).filter((id) => !ids.has(id)),
  );
  const missing: Verified['missing'] = [];
  for (const organizationId of elsewhere) {
    const isRecorded = await isDeletionRecorded(world, [...ids], organizationId);
    missing.push({ organizationId, isDeletionRecorded: isRecorded });
  }
  return missing;
}

/** All organizations of the server, or the one that is named. */
async function organizationsFor(world: World, { organization }: InOrganization) {
  const all = await organizationKind.model(world.store).find().sort({ createdAt: 1 }).lean();
  const wanted = all.filter(
    ({ _id }) => organization === undefined || _id === organization.toLowerCase(),
  );
  if (wanted.length === 0)
    throw new Error('There is no such organization; run tocsin organizations list.');
  return wanted;
}

async function readHeads(file: string): Promise<HeadCopy[]> {
  const copies = parseHeads(await readFile(file, 'utf8'));
  if (copies.length === 0)
    throw new Error(`${file} holds no head; give it the lines that tocsin audit head prints.`);
  return copies;
}
