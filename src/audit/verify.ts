import type { World } from '../kernel/index.ts';
import { genesisHash, isUntouched } from './chain.ts';
import { type AuditDocument, auditModel } from './model.ts';
import { chainStartOf } from './retention.ts';

export interface Verification {
  entries: number;
  /** What is wrong, as sentences; empty for an untouched log. */
  faults: string[];
  /** Last position and its hash: kept elsewhere, they show later whether the end was cut off. */
  head: { sequence: number; hash: string } | null;
}

const faultsMax = 100;

/** Recomputes every hash, signature and link of an organization's log. */
export async function verifyLog(world: World, organizationId: string): Promise<Verification> {
  const faults: string[] = [];
  const fault = (text: string) => faults.length < faultsMax && faults.push(text);
  const start = await chainStartOf(world, organizationId);
  if (start === 'forged') fault('The beginning that retention wrote down was altered.');
  const begin = start === null || start === 'forged' ? { sequence: 0, hash: genesisHash } : start;
  let previous: { sequence: number; hash: string } = begin;
  let entries = 0;
  const cursor = auditModel(world.store)
    .find({ organizationId, sequence: { $gt: begin.sequence } })
    .sort({ sequence: 1 })
    .lean<AuditDocument>()
    .cursor({ batchSize: 500 });
  for await (const entry of cursor) {
    entries += 1;
    if (entry.sequence !== previous.sequence + 1)
      fault(`Entries ${previous.sequence + 1} to ${entry.sequence - 1} are missing.`);
    else if (entry.previousHash !== previous.hash)
      fault(`Entry ${entry.sequence} (${entry._id}) does not continue the one before it.`);
    if (!isUntouched(entry, world.secrets))
      fault(`Entry ${entry.sequence} (${entry._id}) was altered.`);
    previous = entry;
  }
  return {
    entries,
    faults,
    head: entries === 0 ? null : { sequence: previous.sequence, hash: previous.hash },
  };
}
