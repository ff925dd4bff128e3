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

/** False when something was altered, cut off or removed. */
export async function verifyAudit(
  options: InOrganization & { head?: string },
  print: Print,
): Promise<boolean> {
  const copies = options.head === undefined ? [] : await readHeads(options.head);
  let faultsTotal = 0;
  await withWorld(async (world) => {
    const organizations = await organizationsFor(world, options);
    for (const { _id, wire } of organizations) {
      const own = copies.filter(({ organizationId }) => organizationId === _id);
      const { entries, faults, notes, head } = await verifyLog(world, _id, own);
      faultsTotal += faults.length;
      const verdict = faults.length === 0 ? 'untouched' : `${faults.length} fault(s)`;
      print(`${_id}  ${wire.displayName}: ${entries} entries, ${verdict}.`);
      for (const said of [...faults, ...notes]) print(`  ${inEnglish(said)}`);
      if (own.length > 0 && faults.length === 0)
        print(`  Contains ${own.length - notes.length} of ${own.length} head(s) of your copy.`);
      if (head) print(`  Head: ${JSON.stringify({ organizationId: _id, ...head })}`);
    }
    if (options.organization === undefined)
      faultsTotal += await countRemoved(world, organizations, copies, print);
  });
  if (copies.length === 0)
    print(
      'An end that was cut off together with an old head put back cannot be seen from here: keep the heads elsewhere and compare with --head.',
    );
  return faultsTotal === 0;
}

/** How many logs of the copies are gone although no entry records the deletion of their organization. */
async function countRemoved(
  world: World,
  organizations: readonly { _id: string }[],
  copies: readonly HeadCopy[],
  print: Print,
): Promise<number> {
  const ids = new Set(organizations.map(({ _id }) => _id));
  const elsewhere = new Set(
    copies.map(({ organizationId }) => organizationId).filter((id) => !ids.has(id)),
  );
  let removed = 0;
  for (const id of elsewhere) {
    const isDeleted = await isDeletionRecorded(world, [...ids], id);
    if (!isDeleted) removed += 1;
    print(
      isDeleted
        ? `${id}  was deleted with its log; the log of another organization records it.`
        : `${id}  has a head in your copy, but no log here, and no entry records its deletion: it was removed.`,
    );
  }
  return removed;
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
