/**
 * Two products about the same incidents: who is told by both at which time, and what is different. Pure; knows neither
 * store nor product.
 */

import type { LogPrecision } from './product-log.ts';

export interface Told {
  /** Null: a stranger here. */
  userId: string | null;
  at: Date;
  channel: string | null;
  /** Which step told it; the same for all messages of one step. */
  step: string;
}

/** An incident here, or what the other product has in its place. */
export interface Side {
  id: string;
  key: string | null;
  title: string;
  openedAt: Date;
  told: readonly Told[];
  /** When somebody acknowledged it first, or it ended. */
  actedAt: Date | null;
  /** By what it was told as it was; absent where that is not known. */
  cause?: Cause;
  /** Objects whose settings had a part in it. */
  decidedBy?: readonly Decider[];
}

export interface Decider {
  entityType: 'InboundIntegration' | 'Routing' | 'EscalationPolicy' | 'TeamEscalations';
  id: string;
}

export interface Cause {
  integrationId: string | null;
  /** Rules that fired, as `routing` calls them. */
  rules: readonly string[];
}

export type DifferenceKind = 'Missing' | 'Extra' | 'Late' | 'Early' | 'OtherChannel' | 'NoTwin';

export interface Difference {
  kind: DifferenceKind;
  ours: Side | null;
  theirs: Side | null;
  userId: string | null;
  /** When they are told here, and there. */
  oursAt: Date | null;
  theirsAt: Date | null;
}

export interface Comparison {
  /** Incidents that both have. */
  compared: { ours: Side; theirs: Side }[];
  differences: Difference[];
}

export type MatchBy = 'Key' | 'TitleMinute';

const minute = 60_000;

/** Messages that are nearer to each other than this are told at one time. */
const toleranceMilliseconds = minute;

/**
 * The differences. Nobody acknowledges an incident in shadow: messages due after somebody acted on either side are left
 * out. If the other side does not say by which step people were told, only the first time counts; if it does not say
 * when or whom it told, that is not compared.
 */
export function compare(
  ours: readonly Side[],
  theirs: readonly Side[],
  matchBy: readonly MatchBy[],
  precision: LogPrecision = 'Minute',
): Comparison {
  const { pairs, aloneHere, aloneThere } = twins(ours, theirs, matchBy);
  const alone = { userId: null, oursAt: null, theirsAt: null };
  const differences = [
    ...pairs.flatMap(([one, other]) =>
      precision === 'Incident' ? [] : between(one, other, precision),
    ),
    // Who would have told nobody has no twin to miss.
    ...aloneHere
      .filter(({ told }) => told.length > 0)
      .map((one) => ({ kind: 'NoTwin' as const, ours: one, theirs: null, ...alone })),
    ...aloneThere.map((one) => ({ kind: 'NoTwin' as const, ours: null, theirs: one, ...alone })),
  ];
  return { compared: pairs.map(([one, other]) => ({ ours: one, theirs: other })), differences };
}

/** Incidents of both sides that are about the same: each is in one pair at most. */
function twins(ours: readonly Side[], theirs: readonly Side[], matchBy: readonly MatchBy[]) {
  const left = new Set(theirs);
  const pairs: [Side, Side][] = [];
  let open = [...ours].toSorted(byTime);
  for (const way of ['Key', 'TitleMinute'] as const) {
    if (!matchBy.includes(way)) continue;
    const keysOf = (side: Side) => (way === 'Key' ? keysIn(side) : [titleOf(side)]);
    const found = Map.groupBy(
      [...left].flatMap((side) => keysOf(side).map((key) => ({ key, side }))),
      ({ key }) => key,
    );
    open = open.filter((one) => {
      const near = keysOf(one)
        .flatMap((key) => found.get(key) ?? [])
        .map(({ side }) => side)
        .filter((side) => left.has(side) && (way === 'Key' || apart(one, side) <= minute))
        .toSorted((a, b) => apart(one, a) - apart(one, b) || byTime(a, b))[0];
      // The same key may come back another day.
      if (!near || apart(one, near) > 60 * minute) return true;
      left.delete(near);
      pairs.push([one, near]);
      return false;
    });
  }
  return { pairs, aloneHere: open, aloneThere: [...left].toSorted(byTime) };
}

function byTime(one: Side, other: Side): number {
  return Number(one.openedAt) - Number(other.openedAt) || (one.id < other.id ? -1 : 1);
}

function apart(one: Side, other: Side): number {
  return Math.abs(Number(one.openedAt) - Number(other.openedAt));
}

function keysIn({ key }: Side): string[] {
  return key === null ? [] : [key];
}

function titleOf({ title }: Side): string {
  return title.trim().toLowerCase();
}

function between(ours: Side, theirs: Side, precision: LogPrecision): Difference[] {
  const acted = [ours.actedAt, theirs.actedAt].filter((at) => at !== null);
  const until = Math.min(...acted.map(Number));
  const here = firsts(ours, until);
  const there = firsts(theirs, until);
  const people = new Set([...here.keys(), ...there.keys()]);
  const isByStep = new Set(theirs.told.map(({ step }) => step)).size > 1;
  return [...people].flatMap((userId) => {
    const one = here.get(userId) ?? [];
    const other = there.get(userId) ?? [];
    const most = Math.max(one.length, other.length);
    const pairs = Array.from({ length: isByStep ? most : Math.min(most, 1) }, (_, at) => ({
      ours: one[at],
      theirs: other[at],
    }));
    return pairs.flatMap((pair) => {
      const kind = kindOf(pair, precision);
      const [oursAt, theirsAt] = [pair.ours?.at ?? null, pair.theirs?.at ?? null];
      const last = Math.max(Number(oursAt), Number(theirsAt));
      // The other one may have been kept from it by what somebody did a moment before.
      const isCut = (!oursAt || !theirsAt) && until - last <= toleranceMilliseconds;
      return kind === null || isCut ? [] : [{ kind, ours, theirs, userId, oursAt, theirsAt }];
    });
  });
}

/** When each person is told first by each step, in order of time. */
function firsts({ told }: Side, until: number): Map<string | null, Told[]> {
  const found = new Map<string | null, Told[]>();
  for (const one of told.toSorted((a, b) => Number(a.at) - Number(b.at))) {
    if (Number(one.at) > until) continue;
    const known = found.get(one.userId) ?? [];
    if (!known.some(({ step }) => step === one.step)) found.set(one.userId, [...known, one]);
  }
  return found;
}

function kindOf(
  { ours, theirs }: { ours: Told | undefined; theirs: Told | undefined },
  precision: LogPrecision,
) {
  if (!ours) return 'Missing';
  if (!theirs) return 'Extra';
  if (precision !== 'Minute') return null;
  const later = Number(ours.at) - Number(theirs.at);
  if (later > toleranceMilliseconds) return 'Late';
  if (later < -toleranceMilliseconds) return 'Early';
  const areKnown = ours.channel !== null && theirs.channel !== null;
  return areKnown && ours.channel !== theirs.channel ? 'OtherChannel' : null;
}
