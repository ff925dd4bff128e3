import type { World } from '../kernel/index.ts';
import { genesisHash, isUntouched, type Position, unknownMembers } from './chain.ts';
import { type HeadCopy, headOf } from './heads.ts';
import { type AuditDocument, auditModel } from './model.ts';
import { chainStartOf } from './retention.ts';
import { Erasures, type Fault, named } from './verify-erasures.ts';

export interface Verification {
  entries: number;
  /** What is wrong and what it means, as sentences; empty for an untouched log. */
  faults: string[];
  /** What could not be compared, and why. */
  notes: string[];
  /** Last position and its hash: kept elsewhere, they show later whether the end was cut off. */
  head: Position | null;
}

const faultsMax = 100;

/** What the entries themselves say, read from the first to the last. */
interface ReadChain {
  entries: number;
  begin: Position;
  last: Position;
  /** Hashes at the positions that are compared. */
  seen: ReadonlyMap<number, string>;
}

/**
 * Recomputes every hash, signature and link of an organization's log, and compares it with its signed head and with
 * copies of heads that were kept elsewhere. Every log holds the creation of its organization: an empty one was removed.
 */
export async function verifyLog(
  world: World,
  organizationId: string,
  copies: readonly HeadCopy[] = [],
): Promise<Verification> {
  const faults: string[] = [];
  const fault: Fault = (text) => {
    if (faults.length < faultsMax) faults.push(text);
  };
  // Before the entries: what is appended meanwhile must not look like a head without its entry.
  const head = await headOf(world, organizationId);
  const compared = new Set(copies.map(({ sequence }) => sequence));
  if (head !== null && head !== 'forged') compared.add(head.sequence);
  const chain = await readChain(world, organizationId, compared, fault);
  compareHead(chain, head, fault);
  const notes = compareCopies(chain, copies, fault);
  const { entries, last } = chain;
  return {
    entries,
    faults,
    notes,
    head: entries === 0 ? null : { sequence: last.sequence, hash: last.hash },
  };
}

async function readChain(
  world: World,
  organizationId: string,
  compared: ReadonlySet<number>,
  fault: Fault,
): Promise<ReadChain> {
  const start = await chainStartOf(world, organizationId);
  if (start === 'forged')
    fault(
      'The signed beginning of the log was altered: entries may have been removed that retention did not remove.',
    );
  const begin: Position =
    start === null || start === 'forged' ? { sequence: 0, hash: genesisHash } : start;
  const seen = new Map<number, string>([[begin.sequence, begin.hash]]);
  const erasures = new Erasures(world, organizationId, fault);
  let last = begin;
  let entries = 0;
  let isCreated = begin.sequence > 0;
  const cursor = auditModel(world.store)
    .find({ organizationId, sequence: { $gt: begin.sequence } })
    .sort({ sequence: 1 })
    .lean<AuditDocument>()
    .cursor({ batchSize: 500 });
  for await (const entry of cursor) {
    entries += 1;
    isCreated ||= entry.action === 'organization.create' && entry.entityId === organizationId;
    if (compared.has(entry.sequence)) seen.set(entry.sequence, entry.hash);
    checkPlace(entry, last, fault);
    const extra = unknownMembers(entry);
    if (extra.length > 0)
      fault(
        `${named(entry)} has members that no entry has (${extra.join(', ')}): somebody added them.`,
      );
    const untouched = isUntouched(entry, world.secrets);
    if (!untouched) fault(`${named(entry)} was altered: it does not say what was recorded.`);
    await erasures.look(entry, untouched);
    last = entry;
  }
  erasures.end();
  if (entries === 0)
    fault('The log is empty: it was removed, as every log holds the creation of its organization.');
  else if (!isCreated)
    fault(
      'The creation of the organization is not in the log: what was recorded before was removed.',
    );
  return { entries, begin, last, seen };
}

function checkPlace(entry: AuditDocument, last: Position, fault: Fault): void {
  if (entry.sequence !== last.sequence + 1)
    fault(`${range(last.sequence + 1, entry.sequence - 1)} missing: somebody removed them.`);
  else if (entry.previousHash !== last.hash)
    fault(`${named(entry)} does not continue the one before it: one of the two was replaced.`);
}

function compareHead(
  { begin, last, seen }: ReadChain,
  head: Awaited<ReturnType<typeof headOf>>,
  fault: Fault,
): void {
  if (head === null) {
    fault(
      'The signed head is missing: it was removed, and whether the end was cut off is unknown.',
    );
    return;
  }
  if (head === 'forged') {
    fault('The signed head was altered: whether the end of the log was cut off is unknown.');
    return;
  }
  if (head.began > begin.sequence)
    fault(
      `The signed head was removed and begun anew at entry ${head.began}: entries behind that one may have been cut off before.`,
    );
  if (head.sequence > last.sequence)
    fault(
      `The log ends with entry ${last.sequence}, but its signed head is entry ${head.sequence}: the end was cut off.`,
    );
  else if (head.sequence > begin.sequence && seen.get(head.sequence) !== head.hash)
    fault(`Entry ${head.sequence} is not the one of the signed head: entries were replaced.`);
}

/** Gives what could not be compared. */
function compareCopies(
  { begin, last, seen }: ReadChain,
  copies: readonly HeadCopy[],
  fault: Fault,
): string[] {
  const notes: string[] = [];
  for (const { sequence, hash } of copies) {
    if (sequence < begin.sequence)
      notes.push(
        `Entry ${sequence} of your copy cannot be compared: retention removed everything up to entry ${begin.sequence}.`,
      );
    else if (sequence > last.sequence)
      fault(
        `Your copy names entry ${sequence}, but the log ends with entry ${last.sequence}: the end was cut off.`,
      );
    else if (seen.get(sequence) !== hash)
      fault(
        `Entry ${sequence} is missing or not the one of your copy: the log was removed or replaced since the copy was made.`,
      );
  }
  return notes;
}

function range(from: number, to: number): string {
  return from === to ? `Entry ${from} is` : `Entries ${from} to ${to} are`;
}
