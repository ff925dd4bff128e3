/**
 * Proofs: guarantees about who is told, and whether they hold. Owns the guarantees, and how each stood
 * when the server checked it last, and the proofs that somebody asked for, with what they found. It plays incidents on
 * the `stage`, so it decides nothing itself. Called by jobs and by the API.
 *
 * Design notes: whether a guarantee holds is asked for every kind of incident (`incident-classes`) and every kind of
 * instant (`time-classes`), one of each kind for all of it. Kinds of instants follow from when answers change, which
 * each module says beside what it decides (`timesOf…`), and from what divides all durations (`unit`). Kinds of texts
 * follow from conditions, judged by the function that judges them in rules (`text-classes`). Incidents that rules have
 * left alike are played once for all of them (`courses`). Unless all kinds are known to have been played, the answer is
 * `NotDecided`, never `Holds`. Long work goes on in a thread (`proof-thread`); without a server, facts that one gave
 * are used (`prove-by-facts`).
 *
 * A check notes by what settings it was made (`proof-inputs`): whoever reads it is told whether these are those of now.
 */
export { cancelProof, createProofs, type Proofs } from './create-proofs.ts';
export { type Guarantee, type GuaranteeWire, guaranteeKind } from './guarantee-kind.ts';
export { guaranteeStatuses } from './guarantee-status.ts';
export { guaranteeTask } from './guarantee-task.ts';
export { lateSeconds } from './late.ts';
export { guaranteeMetricsTask } from './measure-guarantees.ts';
export { proofs } from './module.ts';
export { FactsProver, readProofFacts, type WholePlan } from './prove-by-facts.ts';
export {
  horizonDaysDefault,
  type Proof,
  type ProofRequest,
  type ProvenGuarantee,
} from './prove-guarantees.ts';
export { getProof, listProofs, type SeenProof } from './seen-proofs.ts';
export type { ShownCounterExample, ShownResult } from './shown-result.ts';
