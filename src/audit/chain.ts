import { createHash, randomBytes } from 'node:crypto';
import { canonicalJson, type SecretBox } from '../kernel/index.ts';
import {
  type ActorNames,
  type AuditDocument,
  type EntryContent,
  type ErasablePart,
  entryMembers,
} from './model.ts';

/** The hash before the first entry of an organization. */
export const genesisHash = '0'.repeat(64);

/** A place in a chain: an entry, as far as the next one has to know it. */
export interface Position {
  sequence: number;
  hash: string;
}

export type UnchainedEntry = Omit<
  AuditDocument,
  'sequence' | 'namesCommitment' | 'contentCommitment' | 'previousHash' | 'hash' | 'signature'
> & { names: ActorNames; content: EntryContent };

/** Puts an entry behind `previous`: commitments, hash over everything but what may be erased, signature. */
export function chainEntry(
  entry: UnchainedEntry,
  previous: Position,
  secrets: SecretBox,
): AuditDocument {
  const chained = {
    ...entry,
    sequence: previous.sequence + 1,
    namesCommitment: commitmentOf(entry.names),
    contentCommitment: commitmentOf(entry.content),
    previousHash: previous.hash,
  };
  const hash = hashOf(chained);
  return { ...chained, hash, signature: secrets.sign(hash) };
}

/** True when neither the entry nor what it commits to (while it is there) was altered. */
export function isUntouched(entry: AuditDocument, secrets: SecretBox): boolean {
  if (entry.names && commitmentOf(entry.names) !== entry.namesCommitment) return false;
  if (entry.content && commitmentOf(entry.content) !== entry.contentCommitment) return false;
  return hashOf(entry) === entry.hash && secrets.sign(entry.hash) === entry.signature;
}

/** Whether the part may ever be erased: names of people, and what is about people. */
export function isErasable(
  entry: Pick<AuditDocument, 'actorKind' | 'personIds'>,
  part: ErasablePart,
): boolean {
  return part === 'names' ? entry.actorKind === 'user' : (entry.personIds ?? []).length > 0;
}

/** Members that nothing signs: somebody added them. */
export function unknownMembers(entry: AuditDocument): string[] {
  return Object.keys(entry).filter((member) => !entryMembers.has(member));
}

/** The parts that an entry lacks. */
export function missingParts(entry: AuditDocument): ErasablePart[] {
  return (['names', 'content'] as const).filter((part) => !entry[part]);
}

export function newSalt(): string {
  return randomBytes(16).toString('base64url');
}

function commitmentOf(part: ActorNames | EntryContent): string {
  return sha256(canonicalJson(part));
}

function hashOf(entry: Omit<AuditDocument, 'hash' | 'signature'>): string {
  return sha256(
    JSON.stringify([
      'v2',
      entry._id,
      entry.organizationId,
      entry.sequence,
      entry.at.toISOString(),
      entry.action,
      entry.entityType,
      entry.entityId,
      entry.actorKind,
      entry.actorId,
      entry.keyId,
      entry.keyCreatedBy,
      entry.source,
      entry.requestId,
      entry.personIds ?? [],
      entry.namesCommitment,
      entry.contentCommitment,
      entry.previousHash,
      // Last, so that entries without one have the hash that they always had.
      ...(entry.sessionId === undefined ? [] : [entry.sessionId]),
      ...(entry.tool === undefined ? [] : ['tool', entry.tool]),
      ...(entry.client === undefined ? [] : ['client', entry.client]),
    ]),
  );
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
