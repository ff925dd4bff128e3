import { isToolLane } from '../notifications/index.ts';
import type { ReplayedIncident } from './actor.ts';
import { type Divergence, firstDivergence } from './first-divergence.ts';
import type { TracedLine } from './traced-line.ts';
import type { Fate } from './world-of-incidents.ts';

export const differenceKinds = [
  'NobodyNow',
  'NotOpened',
  'MappingFails',
  'Later',
  'OtherPeople',
  'OtherChannel',
  'OtherTeam',
  'OtherSeverity',
  'Grouped',
  'Split',
  'SomebodyNow',
  'Opened',
  'Earlier',
  'MappingReads',
] as const;
export type DifferenceKind = (typeof differenceKinds)[number];

/** Incidents of both worlds that hold the same alerts, and are not the same. */
export interface ReplayDifference {
  /** The gravest first. */
  kinds: DifferenceKind[];
  /** When the first of them opens. */
  at: number;
  integrationId: string | null;
  /** The teams of all these incidents, in both worlds. */
  teamIds: string[];
  /** The incidents that there really were. */
  incidentIds: string[];
  divergence: Divergence | null;
  present: DifferenceSide;
  changed: DifferenceSide;
  /** Something that the changes touch was read when it was decided; always so, or the note of what is read is wrong. */
  couldDiffer: boolean;
}

export interface DifferenceSide {
  incidents: number;
  severity: ReplayedIncident['severity'] | null;
  /** When somebody was told first; null: nobody. */
  toldAt: number | null;
  people: string[];
  /** The whole course; null: it is not kept. */
  lines: TracedLine[] | null;
}

/** The result of the alerts in one world. */
export interface Outcome {
  incidents: readonly ReplayedIncident[];
  /** The fates of alerts that came to no incident. */
  fates: readonly Fate[];
}

/** Somebody is told later or earlier when it is by more than this. */
const toleranceMilliseconds = 30_000;

/** Null where people are told the same. Pure. */
export function differenceBetween(present: Outcome, changed: Outcome): ReplayDifference | null {
  const sides = [sideOf(present), sideOf(changed)] as const;
  const found = new Set<DifferenceKind>([
    ...ofOpening(present, changed),
    ...ofTelling(present, changed),
    ...ofContent(present, changed),
  ]);
  if (found.size === 0) return null;
  const all = [...present.incidents, ...changed.incidents];
  const opened = all.toSorted((one, other) => one.openedAt - other.openedAt);
  return {
    kinds: differenceKinds.filter((kind) => found.has(kind)),
    at: opened[0]?.openedAt ?? 0,
    integrationId: opened[0]?.integrationId ?? null,
    teamIds: [...new Set(all.flatMap(({ teamIds }) => teamIds))],
    incidentIds: [...new Set(all.flatMap(({ realIds }) => realIds))],
    divergence: firstDivergence(sides[0].lines, sides[1].lines),
    present: sides[0],
    changed: sides[1],
    couldDiffer: all.some(({ couldDiffer }) => couldDiffer),
  };
}

function* ofOpening(present: Outcome, changed: Outcome): Generator<DifferenceKind> {
  const [before, after] = [present.incidents.length, changed.incidents.length];
  if (fails(changed) && !fails(present)) yield 'MappingFails';
  if (fails(present) && !fails(changed)) yield 'MappingReads';
  if (before > 0 && after === 0) yield 'NotOpened';
  else if (before === 0 && after > 0) yield 'Opened';
  else if (before > after) yield 'Grouped';
  else if (before < after) yield 'Split';
}

function fails({ fates }: Outcome): boolean {
  return fates.some(({ outcome }) => outcome === 'Failed');
}

function* ofTelling(present: Outcome, changed: Outcome): Generator<DifferenceKind> {
  const [before, after] = [toldBy(present), toldBy(changed)];
  if (before.size > 0 && after.size === 0) yield 'NobodyNow';
  if (before.size === 0 && after.size > 0) yield 'SomebodyNow';
  if (before.size === 0 || after.size === 0) return;
  if (before.size !== after.size || [...before.keys()].some((id) => !after.has(id)))
    yield 'OtherPeople';
  const first = firstOf(after) - firstOf(before);
  const [later, earlier] =
    Math.abs(first) > toleranceMilliseconds ? [first, -first] : largestShifts(before, after);
  if (later > toleranceMilliseconds && later >= earlier) yield 'Later';
  if (earlier > toleranceMilliseconds && earlier >= later) yield 'Earlier';
  for (const [id, { lanes }] of before) {
    const others = after.get(id)?.lanes;
    if (others && (lanes.size !== others.size || [...lanes].some((lane) => !others.has(lane)))) {
      yield 'OtherChannel';
      break;
    }
  }
}

function* ofContent(present: Outcome, changed: Outcome): Generator<DifferenceKind> {
  if (present.incidents.length === 0 || changed.incidents.length === 0) return;
  if (
    valuesOf(present, ({ severity }) => [severity]) !==
    valuesOf(changed, ({ severity }) => [severity])
  )
    yield 'OtherSeverity';
  if (valuesOf(present, ({ teamIds }) => teamIds) !== valuesOf(changed, ({ teamIds }) => teamIds))
    yield 'OtherTeam';
}

function valuesOf(
  { incidents }: Outcome,
  of: (incident: ReplayedIncident) => readonly string[],
): string {
  return [...new Set(incidents.flatMap(of))].toSorted().join(' ');
}

interface ToldPerson {
  at: number;
  lanes: Set<string>;
}

/** Whom alerts reached; that a tool or a person hears of news is no alert. */
function toldBy({ incidents }: Outcome): Map<string, ToldPerson> {
  const told = new Map<string, ToldPerson>();
  for (const { ownerId, lane, at, isAlert } of incidents.flatMap(({ sent }) => sent)) {
    if (!isAlert || isToolLane(lane)) continue;
    const known = told.get(ownerId);
    told.set(ownerId, {
      at: Math.min(at, known?.at ?? at),
      lanes: (known?.lanes ?? new Set()).add(lane),
    });
  }
  return told;
}

function firstOf(told: ReadonlyMap<string, ToldPerson>): number {
  return Math.min(...[...told.values()].map(({ at }) => at));
}

/** By how many milliseconds people who are told in both worlds are told later, and earlier, at most. */
function largestShifts(
  before: ReadonlyMap<string, ToldPerson>,
  after: ReadonlyMap<string, ToldPerson>,
): [later: number, earlier: number] {
  const delays = [...before].flatMap(([id, { at }]) => {
    const other = after.get(id);
    return other ? other.at - at : [];
  });
  return [Math.max(0, ...delays), Math.max(0, ...delays.map((delay) => -delay))];
}

function sideOf(outcome: Outcome): DifferenceSide & { lines: TracedLine[] } {
  const told = toldBy(outcome);
  return {
    incidents: outcome.incidents.length,
    severity: outcome.incidents[0]?.severity ?? null,
    toldAt: told.size === 0 ? null : firstOf(told),
    people: [...told.keys()],
    lines: linesOf(outcome),
  };
}

function linesOf({ incidents, fates }: Outcome) {
  return [
    ...fates.flatMap(({ line }) => line ?? []),
    ...incidents
      .toSorted((one, other) => one.openedAt - other.openedAt)
      .flatMap(({ lines }) => lines),
  ];
}
