import type { Sentence } from '../../sentences/index.ts';
import { type ConfigurationChange, reachOf, type Snapshot, sourcesOf } from '../../stage/index.ts';
import type { CounterExample } from '../findings.ts';
import type { GuaranteeWire } from '../guarantee-kind.ts';
import { lateSeconds } from '../late.ts';
import { objectsOfPlay } from '../objects-of-play.ts';
import type { Pace } from '../outcome.ts';
import { type StagedPlay, staging } from '../staging.ts';
import { changesIn, type Time } from '../time-classes.ts';
import { turnsIn } from '../turns.ts';
import { verdictAt } from '../verdict.ts';
import type { Candidate, Mending, MendingQuestion } from './candidate.ts';
import { candidatesFor } from './candidates.ts';

/** A change by which the counter-example would be told of, as plain data. */
export interface ShownMending {
  text: Sentence;
  entityType: string;
  /** Null: it is not there yet. */
  id: string | null;
  member: string | null;
  code: string | null;
}

/** The number of mendings that are shown: enough to choose from. */
const shownMax = 5;
const triedMax = 120;

export interface MendingTrial {
  snapshot: Snapshot;
  wire: GuaranteeWire;
  example: CounterExample<StagedPlay>;
  holes: readonly Time[];
  /** The snapshot after the change; null if the change would be refused. */
  after(change: ConfigurationChange): Promise<Snapshot | null>;
  pace: Pace;
}

/**
 * The changes that would each mend a counter-example. Each is tried by playing the incident again at its instant, with
 * every lateness and every turn. For a change with a wait, the longest wait that still mends it.
 */
export async function mendingsOf(trial: MendingTrial): Promise<Mending[]> {
  const { pace } = trial;
  const found: Mending[] = [];
  for (const candidate of candidatesFor(questionOf(trial)).slice(0, triedMax)) {
    if (found.length >= shownMax || !(await pace.goesOn())) break;
    const mending = await mostOf(candidate, (one) => mends(trial, one));
    if (mending) found.push(mending);
  }
  return found;
}

export function shownMending({ text, change, member, code }: Mending): ShownMending {
  const { id, entityType, action } = change;
  return { text, entityType, id: action === 'create' ? null : id, member, code };
}

function questionOf({ snapshot, wire, example, holes }: MendingTrial): MendingQuestion {
  const { at, source, witness } = example;
  return {
    snapshot,
    told: wire.told,
    severity: witness.severity,
    teamId: source.teamId.toLowerCase(),
    objects: objectsOfPlay(example),
    hole: holes.find(({ start, end }) => start <= at && at < end) ?? { start: at, end: at + 1 },
  };
}

/** With as many minutes as it mends by; null where it does not even without any. */
async function mostOf(
  { minutesMax, mending }: Candidate,
  isMended: (one: Mending) => Promise<boolean>,
): Promise<Mending | null> {
  if (!(await isMended(mending(0)))) return null;
  let low = 0;
  for (let high = Math.max(0, minutesMax); low < high; ) {
    const middle = Math.ceil((low + high) / 2);
    if (await isMended(mending(middle))) low = middle;
    else high = middle - 1;
  }
  return mending(low);
}

async function mends(
  { wire, example, after }: MendingTrial,
  { change }: Mending,
): Promise<boolean> {
  const { at, fault, witness } = example;
  const snapshot = await after(change);
  if (snapshot === null) return false;
  const { setup, sources } = staging(snapshot);
  const source = sources.find(
    ({ integrationId }) => integrationId === example.source.integrationId,
  );
  if (!source) return false;
  const of = reachOf(setup, source);
  const reach = (wire.told.withinMinutes * 60 + lateSeconds) * 1000;
  const question = {
    ...{ told: wire.told, excuses: [], fault, play: source.play, lateMax: lateSeconds * 1000 },
    turnsMax: turnsIn(setup, of),
    nextChange: changesIn({
      sources: sourcesOf(setup, source, of),
      from: at,
      until: at + 1,
      reach,
    }),
  };
  return verdictAt(question, witness, at).kind === 'told';
}
