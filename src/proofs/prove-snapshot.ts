import type { Snapshot } from '../stage/index.ts';
import type { GuaranteeWire } from './guarantee-kind.ts';
import { type ProofOptions, type ProofResult, prove } from './prove.ts';
import type { StagedSource } from './staged-source.ts';
import { type StagedPlay, staging } from './staging.ts';

/** A snapshot that is ready for proofs. */
export interface OpenProof {
  sources: readonly StagedSource<StagedPlay>[];
  prove(
    wire: GuaranteeWire,
    pace: Pick<ProofOptions, 'isOver' | 'makeWay'>,
  ): Promise<ProofResult<StagedPlay>>;
  nameOf(userId: string): string;
}

/** Pure, as long as its pace is. */
export function openProof(snapshot: Snapshot): OpenProof {
  const { setup, sources } = staging(snapshot);
  const from = snapshot.takenAt.getTime();
  return {
    sources,
    prove: (wire, pace) =>
      prove(wire, { setup, sources, from, horizonDays: wire.horizonDays, ...pace }),
    nameOf: (id) => setup.facts.people.get(id)?.name ?? '',
  };
}
