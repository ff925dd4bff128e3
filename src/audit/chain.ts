import { createHash, randomBytes } from 'node:crypto';
import { canonicalJson, type SecretBox } from '../kernel/index.ts';
import type { AuditDocument, PersonalPart } from './model.ts';

/** The hash before the first entry of an organization. */
export const genesisHash = '0'.repeat(64);

export type UnchainedEntry = Omit<
  AuditDocument,
  'sequence' | 'commitment' | 'previousHash' | 'hash' | 'signature'
>;

/** Puts an entry behind `previous`: commitment, hash over everything but the personal part, signature. */
export function chainEntry(
  entry: UnchainedEntry & { personal: PersonalPart },
  previous: { sequence: number; hash: string },
  secrets: SecretBox,
): AuditDocument {
  const sequence = previous.sequence + 1;
  const commitment = commitmentOf(entry.personal);
  const chained = { ...entry, sequence, commitment, previousHash: previous.hash };
  const hash = hashOf(chained);
  return { ...chained, hash, signature: secrets.sign(hash) };
}

/** True when neither the entry nor (while it is there) its personal part was altered. */
export function isUntouched(entry: AuditDocument, secrets: SecretBox): boolean {
  if (entry.personal && commitmentOf(entry.personal) !== entry.commitment) return false;
  return hashOf(entry) === entry.hash && secrets.sign(entry.hash) === entry.signature;
}

export function newSalt(): string {
  return randomBytes(16).toString('base64url');
}

function commitmentOf(personal: PersonalPart): string {
  return sha256(canonicalJson(personal));
}

function hashOf(entry: Omit<AuditDocument, 'hash' | 'signature'>): string {
  return sha256(
    JSON.stringify([
      'v1',
      entry._id,
      entry.organizationId,
      entry.sequence,
      entry.at.toISOString(),
      entry.action,
      entry.entityType,
      entry.entityId,
      entry.actorKind,
      entry.actorId,
      entry.source,
      entry.requestId,
      entry.commitment,
      entry.previousHash,
    ]),
  );
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
