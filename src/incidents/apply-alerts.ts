import type { JointWrite, World } from '../kernel/index.ts';
import { type Sentence, say } from '../sentences/index.ts';
import { CandidateIndex, loadCandidates } from './candidates.ts';
import type { IncidentDocument } from './model.ts';
import { recentProblems } from './recent-problems.ts';
import { type AlertInput, type Circumstances, type Transition, transition } from './transition.ts';
import { type CommitOutcome, writeDrafts } from './write-drafts.ts';
import { toStored } from './writes.ts';

/** The result of an alert; `incident` is the document after it, null when it touches none. */
export type AlertResult =
  | Pick<Transition, 'outcome' | 'reason' | 'incident'>
  | (NonNullable<Circumstances['ifNoneOpen']> & { incident: null });

/** Decisions on a batch of alerts and the writes they need. */
export interface AlertBatch {
  /** In the order of the input. */
  results: AlertResult[];
  /** Writes new and changed incidents, together with `others`. Throws when the store fails as a whole. */
  commit(others?: readonly JointWrite[]): Promise<CommitOutcome>;
}

/**
 * Decides what a batch of alerts does, one after the other, with one read for all of them. Alerts of
 * one batch see each other's effects; several alerts on one incident become one write. `byMemory` saves the read of problems that this
 * process remembers. It may be wrong about them: then they are overtaken, and to be decided again without it.
 */
export async function decideAlerts(
  world: World,
  inputs: readonly AlertInput[],
  { byMemory = false }: { byMemory?: boolean } = {},
): Promise<AlertBatch> {
  const problems = byMemory ? recentProblems(world) : null;
  const candidates = await loadCandidates(world, inputs, problems);
  const results = decide(candidates, inputs);
  return { results, commit: (others = []) => writeDrafts(world, candidates.drafts(), others) };
}

/** The results that the alerts would have, one after the other, if nothing was open before. Pure. */
export function rehearseAlerts(inputs: readonly AlertInput[]): AlertResult[] {
  return decide(new CandidateIndex(), inputs);
}

function decide(candidateIndex: CandidateIndex, inputs: readonly AlertInput[]): AlertResult[] {
  return inputs.map(({ alert, circumstances }, index): AlertResult => {
    const candidates = candidateIndex.candidatesOf(alert);
    const { ifNoneOpen } = circumstances;
    if (ifNoneOpen && !candidates.sameProblem) return { ...ifNoneOpen, incident: null };
    const ended = candidates.sameProblem ? null : candidateIndex.endedOf(alert);
    if (ended) return { outcome: 'Discarded', reason: repeats(ended), incident: null };
    const decided = transition(alert, candidates, circumstances);
    if (decided.retired) candidateIndex.put(decided.retired, index);
    // The write that changes an incident says that somebody may have to be told.
    const incident = toStored(decided.incident, alert.at);
    candidateIndex.put(incident, index);
    return { ...decided, incident };
  });
}

function repeats({ _id }: IncidentDocument): Sentence {
  return say('endRepeated', { incident: _id });
}
