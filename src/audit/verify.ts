import type { World } from '../kernel/index.ts';
import { type Sentence, say } from '../sentences/index.ts';
import { genesisHash, isUntouched, type Position, unknownMembers } from './chain.ts';
import { type HeadCopy, headOf } from './heads.ts';
import { type AuditDocument, auditModel } from './model.ts';
import { chainStartOf } from './retention.ts';
import { Erasures, type Fault, placeOf } from './verify-erasures.ts';

export interface Verification {
  entries: number;
  /** The faults found and what they mean; empty for an untouched log. */
  faults: Sentence[];
  /** Comparisons that were not possible, and why. */
  notes: Sentence[];
  /** Last position and its hash: kept elsewhere, they show later whether the end was cut off. */
  head: Position | null;
}

const faultsMax = 100;

/** The result of reading the entries from first to last, before they are compared with a head. */
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
  const faults: Sentence[] = [];
  const fault: Fault = (sentence) => {
    if (faults.length < faultsMax) faults.push(sentence);
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
  if (start === 'forged') fault(say('chainBeginAltered'));
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
    if (extra.length > 0) fault(say('entryHasMembers', { ...placeOf(entry), members: extra }));
    const untouched = isUntouched(entry, world.secrets);
    if (!untouched) fault(say('entryAltered', placeOf(entry)));
    await erasures.look(entry, untouched);
    last = entry;
  }
  erasures.end();
  if (entries === 0) fault(say('chainEmpty'));
  else if (!isCreated) fault(say('chainWithoutCreation'));
  return { entries, begin, last, seen };
}

function checkPlace(entry: AuditDocument, last: Position, fault: Fault): void {
  if (entry.sequence !== last.sequence + 1) fault(missing(last.sequence + 1, entry.sequence - 1));
  else if (entry.previousHash !== last.hash) fault(say('entryOutOfLine', placeOf(entry)));
}

function compareHead(
  { begin, last, seen }: ReadChain,
  head: Awaited<ReturnType<typeof headOf>>,
  fault: Fault,
): void {
  if (head === null) {
    fault(say('headMissing'));
    return;
  }
  if (head === 'forged') {
    fault(say('headAltered'));
    return;
  }
  if (head.began > begin.sequence) fault(say('headBegunAnew', { sequence: head.began }));
  if (head.sequence > last.sequence)
    fault(say('chainEndsBeforeHead', { last: last.sequence, sequence: head.sequence }));
  else if (head.sequence > begin.sequence && seen.get(head.sequence) !== head.hash)
    fault(say('entryNotOfHead', { sequence: head.sequence }));
}

/** Gives what could not be compared. */
function compareCopies(
  { begin, last, seen }: ReadChain,
  copies: readonly HeadCopy[],
  fault: Fault,
): Sentence[] {
  const notes: Sentence[] = [];
  for (const { sequence, hash } of copies) {
    if (sequence < begin.sequence)
      notes.push(say('copyNotComparable', { sequence, begin: begin.sequence }));
    else if (sequence > last.sequence)
      fault(say('chainEndsBeforeCopy', { sequence, last: last.sequence }));
    else if (seen.get(sequence) !== hash) fault(say('entryNotOfCopy', { sequence }));
  }
  return notes;
}

function missing(from: number, to: number): Sentence {
  return from === to
    ? say('entryMissing', { sequence: from })
    : say('entriesMissing', { from, to });
}
