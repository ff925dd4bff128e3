import { setImmediate as turnOfOthers } from 'node:timers/promises';
import { joined } from '../calendar/index.ts';
import { severities } from '../incidents/index.ts';
import type { PolicyPlan } from '../on-call/index.ts';
import { ComparedAttributes, Comparisons, judgeAttribute } from '../routing/index.ts';
import { type Sentence, say } from '../sentences/index.ts';
import type { GuaranteeFault, GuaranteeWire } from './guarantee-kind.ts';
import { conditionsIn, incidentClasses, type Witness } from './incident-classes.ts';
import { peopleIn, type Reach, reachOf, type Setup, type Source, sourcesOf } from './reach.ts';
import { changesIn, type TimeClass, TooManyClasses, timeClasses } from './time-classes.ts';
import { unitOf } from './unit.ts';
import { type Chances, type Play, type Played, type Verdict, verdictAt } from './verdict.ts';

/** A look at an incident is late by up to this much. */
export const lateSeconds = 30;

export type ProofState = 'Holds' | 'BreaksOn' | 'Broken' | 'NotDecided' | 'Vacuous';

export interface Time {
  start: number;
  end: number;
}

/** An integration, and how its incidents are played. */
export interface StagedSource<Result extends Played = Played> extends Source {
  play: Play<Result>;
}

export interface CounterExample<Result extends Played = Played> {
  at: number;
  fault: GuaranteeFault | null;
  source: StagedSource<Result>;
  witness: Witness;
  chances: Chances;
  played: Result;
}

export interface ProofResult<Result extends Played = Played> {
  state: ProofState;
  /** Why it is not decided, or vacuous. */
  reason: Sentence | null;
  until: number;
  incidentClasses: number;
  timeClasses: number;
  firstBreakAt: number | null;
  /** In order and apart. */
  holes: Time[];
  excused: Time[];
  counterExample: CounterExample<Result> | null;
}

export interface ProofOptions<Result extends Played = Played> {
  setup: Setup;
  sources: readonly StagedSource<Result>[];
  from: number;
  horizonDays: number;
  /** Whether there is no more time. */
  isOver(): boolean;
  /** Lets others go first after a slice that took so many milliseconds. */
  makeWay?(took: number): Promise<void>;
}

const dayMilliseconds = 86_400_000;
const minute = 60_000;
/** Decisions compare with a moment that is later by so little: whoever is nowhere is looked for again after it. */
const offsets = [1000, lateSeconds * 1000];
const sliceMilliseconds = 15;

/** Whether a guarantee holds at every instant from then on. Others have their turn between two slices of it. */
export async function prove<Result extends Played>(
  guarantee: GuaranteeWire,
  options: ProofOptions<Result>,
): Promise<ProofResult<Result>> {
  const { setup, sources, from, horizonDays } = options;
  const until = from + horizonDays * dayMilliseconds;
  const found: Found<Result> = {
    holes: [],
    excused: [],
    counterExample: null,
    reasons: [],
    incidentClasses: 0,
    timeClasses: 0,
    hasTold: false,
  };
  const chosen = sources.filter((one) => isChosen(guarantee, setup, one));
  for (const source of chosen) await proveSource(guarantee, options, source, until, found);
  return { ...conclusion(found, from), until };
}

interface Found<Result extends Played> {
  holes: Time[];
  excused: Time[];
  counterExample: CounterExample<Result> | null;
  reasons: Sentence[];
  incidentClasses: number;
  timeClasses: number;
  hasTold: boolean;
}

function conclusion<Result extends Played>(
  found: Found<Result>,
  from: number,
): Omit<ProofResult<Result>, 'until'> {
  const { counterExample, reasons, incidentClasses, timeClasses, hasTold } = found;
  const holes = joined(found.holes);
  const excused = joined(found.excused);
  const same = { incidentClasses, timeClasses, holes, excused, counterExample };
  const [first] = holes;
  const [undecided = null] = reasons;
  if (first) {
    const state = first.start <= from ? 'Broken' : 'BreaksOn';
    return { ...same, state, reason: undecided, firstBreakAt: first.start };
  }
  const rest = { ...same, firstBreakAt: null };
  if (undecided) return { ...rest, state: 'NotDecided', reason: undecided };
  if (incidentClasses === 0)
    return { ...rest, state: 'Vacuous', reason: say('guaranteeOfNothing') };
  if (!hasTold) return { ...rest, state: 'Vacuous', reason: say('guaranteeExcusedAlways') };
  return { ...rest, state: 'Holds', reason: null };
}

async function proveSource<Result extends Played>(
  guarantee: GuaranteeWire,
  { setup, from, isOver, makeWay }: ProofOptions<Result>,
  source: StagedSource<Result>,
  until: number,
  found: Found<Result>,
): Promise<void> {
  const reach = reachOf(setup, source);
  const witnesses = witnessesOf(guarantee, source, reach, found);
  if (witnesses.length === 0) return;
  found.incidentClasses += witnesses.length;
  if (reach.policies.some(({ plan }) => picksAtRandom(plan)))
    found.reasons.push(say('proofHasChance', { integration: source.displayName }));
  const sources = sourcesOf(setup, source, reach);
  const reachMilliseconds = guarantee.told.withinMinutes * minute + lateSeconds * 1000;
  const question = { sources, from, until, reach: reachMilliseconds };
  const classes = classesOf({
    ...question,
    unit: unitOf(guarantee, setup, source, reach),
    offsets,
  });
  if (classes === null) {
    found.reasons.push(say('proofTooManyTimes', { integration: source.displayName }));
    return;
  }
  found.timeClasses += classes.length;
  const ask = {
    told: guarantee.told,
    excuses: guarantee.excuses ?? [],
    play: source.play,
    lateMax: lateSeconds * 1000,
    turnsMax: turnsIn(setup, reach),
    nextChange: changesIn(question),
  };
  const longestFirst = classes.toSorted((one, other) => other.unchangedFor - one.unchangedFor);
  let since = performance.now();
  // In this order the smallest counter-example comes first: the fewest faults, then the fewest attributes.
  for (const fault of [null, ...(guarantee.evenIf ?? [])])
    for (const witness of witnesses) {
      /** After how long enough people are told, by the answers that stay the same until then. */
      const toldAfter = new Map<number, number>();
      for (const one of longestFirst) {
        const least = toldAfter.get(one.answers) ?? Number.POSITIVE_INFINITY;
        // What comes later changes nothing: who has been told stays told.
        if (least + lateSeconds * 1000 <= one.unchangedFor) continue;
        const took = performance.now() - since;
        if (took > sliceMilliseconds) {
          await turnOfOthers();
          await makeWay?.(took);
          since = performance.now();
        }
        if (isOver()) {
          found.reasons.push(say('proofTookTooLong', { integration: source.displayName }));
          return;
        }
        const { kind, toldAfter: after, ...worst } = verdictAt({ ...ask, fault }, witness, one.at);
        if (kind === 'told' && after + lateSeconds * 1000 <= one.unchangedFor)
          toldAfter.set(one.answers, Math.min(least, after));
        note(found, { at: one.at, fault, source, witness, ...worst }, one.times, kind);
      }
    }
}

function note<Result extends Played>(
  found: Found<Result>,
  example: CounterExample<Result>,
  times: readonly Time[],
  kind: Verdict['kind'],
): void {
  const { displayName: integration } = example.source;
  if (kind === 'told') found.hasTold = true;
  else if (kind === 'excused') found.excused.push(...times);
  else if (kind === 'undecided') found.reasons.push(say('proofTooManyWays', { integration }));
  else {
    found.holes.push(...times);
    if (isSmaller(example, found.counterExample)) found.counterExample = example;
  }
}

/** Without a fault first, then with the fewest attributes, then the earliest one. */
function isSmaller(one: CounterExample, other: CounterExample | null): boolean {
  if (other === null) return true;
  const [mine, theirs] = [one, other].map(({ fault, witness, at }) => [
    fault === null ? 0 : 1,
    witness.attributes.length,
    at,
  ]);
  const place = (mine ?? []).findIndex((size, index) => size !== theirs?.[index]);
  return (mine?.[place] ?? 0) < (theirs?.[place] ?? 0);
}

function witnessesOf<Result extends Played>(
  { incidents }: GuaranteeWire,
  { displayName: integration }: StagedSource<Result>,
  reach: Reach,
  { reasons }: Found<Result>,
): Witness[] {
  const own = incidents.attributes ?? [];
  const wanted = incidents.severities?.length ? incidents.severities : severities;
  const { witnesses, incomplete, tooMany } = incidentClasses(wanted, conditionsIn(reach, own));
  if (tooMany)
    reasons.push(say('proofTooManyIncidents', { integration, attributes: tooMany.slice(0, 10) }));
  else if (incomplete.length > 0)
    reasons.push(
      say('proofOfTextsUndecided', { integration, attributes: incomplete.slice(0, 10) }),
    );
  return witnesses.filter((witness) => {
    const seen = new ComparedAttributes(witness, 'Open', witness.severity);
    const comparisons = new Comparisons();
    return own.every((one) => judgeAttribute(one, seen, comparisons) === 'holds');
  });
}

function isChosen({ incidents }: GuaranteeWire, { facts }: Setup, source: StagedSource): boolean {
  const { integrationIds, teamIds, teamLabels } = incidents;
  const names = (ids: readonly string[] | null | undefined, id: string) =>
    !ids?.length || ids.some((one) => one.toLowerCase() === id.toLowerCase());
  const own = facts.teams.get(source.teamId.toLowerCase())?.team.wire.labels ?? [];
  const labels = new Set(own.map((label) => label.toLowerCase()));
  return (
    names(integrationIds, source.integrationId) &&
    names(teamIds, source.teamId) &&
    (teamLabels ?? []).every((label) => labels.has(label.toLowerCase()))
  );
}

function classesOf(question: Parameters<typeof timeClasses>[0]): TimeClass[] | null {
  try {
    return timeClasses(question);
  } catch (error) {
    if (error instanceof TooManyClasses) return null;
    throw error;
  }
}

function picksAtRandom({ steps }: PolicyPlan): boolean {
  return steps.some(({ targets }) =>
    targets.some((target) => target.kind === 'team' && target.pick === 'oneAtRandom'),
  );
}

/** As many turns as a round robin of tiers, or a step that is shared out, can have candidates. */
function turnsIn(setup: Setup, reach: Reach): number {
  const isShared = reach.policies.some(({ plan }) =>
    plan.steps.some(({ share }) => share !== null),
  );
  const ofTiers = reach.teams.map(({ plan }) => plan.members.size);
  return Math.max(1, ...ofTiers, isShared ? peopleIn(setup, reach).length : 0);
}
