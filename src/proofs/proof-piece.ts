import type { Snapshot, StoredResource } from '../stage/index.ts';
import type { CounterExample } from './findings.ts';
import type { GuaranteeWire } from './guarantee-kind.ts';
import type { ProofResult } from './prove.ts';
import type { StagedSource } from './staged-source.ts';
import type { StagedPlay } from './staging.ts';

/** The messages for the proving thread, one after the other. */
export type ProofPiece =
  | { kind: 'begin'; snapshot: Omit<Snapshot, 'resources'> }
  | { kind: 'objects'; entityType: string; items: readonly StoredResource[] }
  | { kind: 'prove'; wire: GuaranteeWire; sign: SharedArrayBuffer };

/** `lost`: it is a new thread, which has not been given anything. */
export type ProofPieceDone = { kind: 'taken' | 'lost' } | { kind: 'proven'; result: PlainResult };

/** By memory that both threads share: the one that proves does not listen meanwhile. */
export const signs = { goOn: 0, wait: 1, end: 2 } as const;

/** A result as plain data. */
export interface PlainResult extends Omit<ProofResult, 'counterExample'> {
  counterExample: PlainExample | null;
}

interface PlainExample extends Omit<CounterExample<StagedPlay>, 'source'> {
  integrationId: string;
}

export function toPlain(result: ProofResult<StagedPlay>): PlainResult {
  if (!result.counterExample) return { ...result, counterExample: null };
  const { source, ...example } = result.counterExample;
  return { ...result, counterExample: { ...example, integrationId: source.integrationId } };
}

/** Throws where the integration is none of these. */
export function fromPlain(
  { counterExample, ...result }: PlainResult,
  sources: readonly StagedSource<StagedPlay>[],
): ProofResult<StagedPlay> {
  if (!counterExample) return { ...result, counterExample: null };
  const { integrationId, ...example } = counterExample;
  const source = sources.find((one) => one.integrationId === integrationId);
  if (!source) throw new RangeError(`There is no integration ${integrationId}.`);
  return { ...result, counterExample: { ...example, source } };
}
