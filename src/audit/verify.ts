import type { World } from '../kernel/index.ts';
import { pathFilter } from '../store/index.ts';
import {
  genesisHash,
  isErasable,
  isUntouched,
  missingParts,
  type Position,
  unknownMembers,
} from './chain.ts';
import { type Erased, erasedBy } from './erasure.ts';
import { type HeadCopy, headOf } from './heads.ts';
import { type AuditDocument, auditModel, type ErasablePart } from './model.ts';
import { chainStartOf } from './retention.ts';

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
const partNames = { names: 'the name of who acted', content: 'its changes' } as const;

/**
 * Recomputes every hash, signature and link of an organization's log, and compares it with its signed head and with copies of
 * heads that were kept elsewhere. Every log holds the creation of its organization: an empty one was removed.
 */
export async function verifyLog(
  world: World,
  organizationId: string,
  copies: readonly HeadCopy[] = [],
): Promise<Verification> {
  const faults: string[] = [];
  const notes: string[] = [];
  const fault = (text: string) => {
    if (faults.length < faultsMax) faults.push(text);
  };
  // Before the entries: what is appended meanwhile must not look like a head without its entry.
  const head = await headOf(world, organizationId);
  const start = await chainStartOf(world, organizationId);
  if (start === 'forged')
    fault(
      'The signed beginning of the log was altered: entries may have been removed that retention did not remove.',
    );
  const begin: Position =
    start === null || start === 'forged' ? { sequence: 0, hash: genesisHash } : start;
  const known = new Map(copies.map((copy) => [copy.sequence, copy]));
  if (head !== null && head !== 'forged') known.set(head.sequence, head);
  const seen = new Map<number, string>([[begin.sequence, begin.hash]]);
  const pending = new Map<string, { entry: string; part: ErasablePart }>();

  let previous = begin;
  let entries = 0;
  let isCreated = begin.sequence > 0;
  const cursor = auditModel(world.store)
    .find({ organizationId, sequence: { $gt: begin.sequence } })
    .sort({ sequence: 1 })
    .lean<AuditDocument>()
    .cursor({ batchSize: 500 });
  for await (const entry of cursor) {
    const named = `Entry ${entry.sequence} (${entry._id})`;
    entries += 1;
    isCreated ||= entry.action === 'organization.create' && entry.entityId === organizationId;
    if (known.has(entry.sequence)) seen.set(entry.sequence, entry.hash);
    if (entry.sequence !== previous.sequence + 1)
      fault(`${range(previous.sequence + 1, entry.sequence - 1)} missing: somebody removed them.`);
    else if (entry.previousHash !== previous.hash)
      fault(`${named} does not continue the one before it: one of the two was replaced.`);
    const extra = unknownMembers(entry);
    if (extra.length > 0)
      fault(`${named} has members that no entry has (${extra.join(', ')}): somebody added them.`);
    const untouched = isUntouched(entry, world.secrets);
    if (!untouched) fault(`${named} was altered: it does not say what was recorded.`);
    for (const part of missingParts(entry)) {
      if (isErasable(entry, part)) pending.set(`${part} ${entry.sequence}`, { entry: named, part });
      else
        fault(
          `${named} lacks ${partNames[part]}, which names nobody and is never erased: somebody removed it.`,
        );
    }
    const erased = untouched ? erasedBy(entry) : null;
    if (erased) {
      for (const part of ['names', 'content'] as const)
        for (const sequence of erased[part]) pending.delete(`${part} ${sequence}`);
      for (const sequence of await stillThere(world, organizationId, erased))
        fault(
          `Entry ${sequence} still holds what entry ${entry.sequence} says was erased: the erasure was interrupted, or old data was put back.`,
        );
    }
    previous = entry;
  }
  for (const { entry, part } of pending.values())
    fault(
      `${entry} lacks ${partNames[part]}, and no erasure entry says that it was erased: somebody removed it.`,
    );

  if (entries === 0)
    fault('The log is empty: it was removed, as every log holds the creation of its organization.');
  else if (!isCreated)
    fault(
      'The creation of the organization is not in the log: what was recorded before was removed.',
    );
  if (head === null)
    fault(
      'The signed head is missing: it was removed, and whether the end was cut off is unknown.',
    );
  else if (head === 'forged')
    fault('The signed head was altered: whether the end of the log was cut off is unknown.');
  else {
    if (head.began > begin.sequence)
      fault(
        `The signed head was removed and begun anew at entry ${head.began}: entries behind that one may have been cut off before.`,
      );
    if (head.sequence > previous.sequence)
      fault(
        `The log ends with entry ${previous.sequence}, but its signed head is entry ${head.sequence}: the end was cut off.`,
      );
    else if (head.sequence > begin.sequence && seen.get(head.sequence) !== head.hash)
      fault(`Entry ${head.sequence} is not the one of the signed head: entries were replaced.`);
  }
  for (const { sequence, hash } of copies) {
    if (sequence < begin.sequence)
      notes.push(
        `Entry ${sequence} of your copy cannot be compared: retention removed everything up to entry ${begin.sequence}.`,
      );
    else if (sequence > previous.sequence)
      fault(
        `Your copy names entry ${sequence}, but the log ends with entry ${previous.sequence}: the end was cut off.`,
      );
    else if (seen.get(sequence) !== hash)
      fault(
        `Entry ${sequence} is missing or not the one of your copy: the log was removed or replaced since the copy was made.`,
      );
  }
  return {
    entries,
    faults,
    notes,
    head: entries === 0 ? null : { sequence: previous.sequence, hash: previous.hash },
  };
}

function range(from: number, to: number): string {
  return from === to ? `Entry ${from} is` : `Entries ${from} to ${to} are`;
}

/** Entries that hold what was to be erased. */
async function stillThere(
  world: World,
  organizationId: string,
  erased: Erased,
): Promise<Set<number>> {
  const model = auditModel(world.store);
  const found = await Promise.all(
    (['names', 'content'] as const).map((part) =>
      model
        .find(
          pathFilter(model, {
            organizationId,
            sequence: { $in: erased[part] },
            [part]: { $ne: null },
          }),
          { sequence: 1 },
        )
        .lean<{ sequence: number }[]>(),
    ),
  );
  return new Set(found.flat().map(({ sequence }) => sequence));
}
