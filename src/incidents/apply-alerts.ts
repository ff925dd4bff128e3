import type { JointWrite, World } from '../kernel/index.ts';
import { type Sentence, say } from '../sentences/index.ts';
import { type TeamsInShadow, teamsInShadow } from '../shadow/index.ts';
import { CandidateIndex, loadCandidates } from './candidates.ts';
import type { IncidentDocument } from './model.ts';
import { inPortions, type RunPortion } from './portions.ts';
import { recentProblems } from './recent-problems.ts';
import { type AlertInput, type Circumstances, type Transition, transition } from './transition.ts';
import { type CommitOutcome, writeDrafts } from './write-drafts.ts';
import { toStored } from './writes.ts';

/** The result of an alert; `incident` is the document after it, null when it touches none. */
export type AlertResult =
  | Pick<Transition, 'outcome' | 'reason' | 'incident'>
  | (NonNullable<Circumstances['ifNoneOpen']> & { incident: null });

/** Decisions on a batch of alerts and the writes they need. */
interface AlertBatch {
  /** In the order of the input. */
  results: AlertResult[];
  /** Writes new and changed incidents, the first of them together with `others`. Throws when the store took nothing. */
  commit(others?: readonly JointWrite[]): Promise<CommitOutcome>;
}

interface DecideOptions {
  byMemory?: boolean;
  runPortion?: RunPortion | undefined;
}

/**
 * Decides what a batch of alerts does, one after the other, with one read for all of them. Alerts of one batch see each
 * other's effects; several alerts on one incident become one write. `byMemory` saves the read of problems that this
 * process remembers. It may be wrong about them: then they are overtaken, and to be decided again without it. With
 * `runPortion` the batch is read, decided and written in portions, so that others come in between.
 */
export async function decideAlerts(
  world: World,
  inputs: readonly AlertInput[],
  { byMemory = false, runPortion }: DecideOptions = {},
): Promise<AlertBatch> {
  const problems = byMemory ? recentProblems(world) : null;
  const candidates = new CandidateIndex();
  const results: AlertResult[] = [];
  await inPortions(inputs, runPortion, async (portion) => {
    await loadCandidates(world, portion, problems, candidates);
    const marked = await withShadow(world, portion);
    results.push(...decide(candidates, marked, results.length));
  });
  return {
    results,
    commit: (others = []) => writeDrafts(world, candidates.drafts(), others, runPortion),
  };
}

/** The alerts, with a mark where people of the team are told by another product. */
async function withShadow(
  world: World,
  inputs: readonly AlertInput[],
): Promise<readonly AlertInput[]> {
  const known = new Map<string, TeamsInShadow>();
  for (const id of new Set(inputs.map(({ alert }) => alert.organizationId)))
    known.set(id, await teamsInShadow(world, id));
  const now = world.clock.now();
  return inputs.map(({ alert, circumstances }) =>
    known.get(alert.organizationId)?.holds([alert.teamId], now)
      ? { alert, circumstances: { ...circumstances, isShadow: true } }
      : { alert, circumstances },
  );
}

/** The results that the alerts would have, one after the other, if nothing was open before. Pure. */
export function rehearseAlerts(inputs: readonly AlertInput[]): AlertResult[] {
  return decide(new CandidateIndex(), inputs);
}

/** `before`: how many alerts of the batch were decided already. */
function decide(
  candidateIndex: CandidateIndex,
  inputs: readonly AlertInput[],
  before = 0,
): AlertResult[] {
  return inputs.map((input, at) =>
    decideOne(candidateIndex, input, (incident) => candidateIndex.put(incident, before + at)),
  );
}

/**
 * Decides what an alert does to the known incidents; gives each that it opens or changes to `put`. Otherwise pure.
 */
export function decideOne(
  candidateIndex: Pick<CandidateIndex, 'candidatesOf' | 'endedOf'>,
  { alert, circumstances }: AlertInput,
  put: (incident: IncidentDocument) => void,
): AlertResult {
  const candidates = candidateIndex.candidatesOf(alert);
  const { ifNoneOpen } = circumstances;
  if (ifNoneOpen && !candidates.sameProblem) return { ...ifNoneOpen, incident: null };
  const ended = candidates.sameProblem ? null : candidateIndex.endedOf(alert);
  if (ended) return { outcome: 'Discarded', reason: repeats(ended), incident: null };
  const decided = transition(alert, candidates, circumstances);
  if (decided.retired) put(decided.retired);
  // The write that changes an incident says that somebody may have to be told.
  const incident = toStored(decided.incident, alert.at);
  put(incident);
  return { ...decided, incident };
}

function repeats({ _id }: IncidentDocument): Sentence {
  return say('endRepeated', { incident: _id });
}
