import { hash } from 'node:crypto';
import { randomId, type SecretBox } from '../kernel/index.ts';
import type { IntegrationWire } from './model.ts';

/**
 * The secret by which a tool reports to an integration: the last part of its webhook URL, its mail address, its key for
 * other products' protocols. The id of the integration is in incidents, metrics and messages, so it is none of these.
 */
export interface IngestToken {
  /** To show it again to those who may edit the integration. */
  sealed: string;
  /** To find the integration by it. */
  hash: string;
}

/**
 * The one before, which a tool may go on using for a while. It stays known, so that somebody is told when a tool still
 * has it.
 */
export interface FormerIngestToken {
  hash: string;
  validUntil: Date;
  lastUsedAt: Date | null;
}

export interface IngestTokens {
  ingestToken: IngestToken;
  formerIngestToken: FormerIngestToken | null;
}

export function newIngestTokens(secrets: SecretBox): IngestTokens {
  const token = randomId();
  return {
    ingestToken: { sealed: secrets.seal(token), hash: hashOfIngestToken(token) },
    formerIngestToken: null,
  };
}

/**
 * 122 random bits cannot be guessed from their hash, so it needs no salt; with one there would be no looking it up. The
 * same for all spellings of a token: some clients take keys of 32 characters only, so its dashes may be left out.
 */
export function hashOfIngestToken(token: string): string {
  const key = token.toLowerCase();
  const isPlain = /^[\da-f]{32}$/.test(key);
  return hash('sha256', isPlain ? key.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') : key);
}

/** Whether it could be an ingest token or an accepted key. */
export function isKeyShaped(text: string): boolean {
  return /^[\w][\w .~/+=-]{18,198}[\w=]$/.test(text);
}

/** The hashes of the keys of other products that an integration answers to. */
export function acceptedKeyHashes({ acceptedKeys }: Pick<IntegrationWire, 'acceptedKeys'>) {
  return (acceptedKeys ?? []).map(({ key }) => hashOfIngestToken(key));
}

/** The tokens and keys that an integration answers to. */
export interface KnownTokens extends Pick<IngestTokens, 'formerIngestToken'> {
  ingestToken: Pick<IngestToken, 'hash'>;
  acceptedKeyHashes: readonly string[];
}

/** Whether the hash is that of a token which an integration has, or had; null when it is neither. */
export function tokenStateOf(
  { ingestToken, formerIngestToken, acceptedKeyHashes }: KnownTokens,
  tokenHash: string,
  now: Date,
): 'current' | 'former' | 'ended' | null {
  if (tokenHash === ingestToken.hash || acceptedKeyHashes.includes(tokenHash)) return 'current';
  if (tokenHash !== formerIngestToken?.hash) return null;
  return now < formerIngestToken.validUntil ? 'former' : 'ended';
}
