import { severities } from '../incidents/index.ts';
import { maintenanceWindowKind } from '../integrations/index.ts';
import { ComparedAttributes, Comparisons, judgeAttribute } from '../routing/index.ts';
import { type Sentence, say } from '../sentences/index.ts';
import { type Reach, reachOf, type Setup } from '../stage/index.ts';
import { Courses } from './courses.ts';
import { type CounterExample, Findings } from './findings.ts';
import type { GuaranteeWire } from './guarantee-kind.ts';
import { conditionsIn, incidentClasses, type Witness } from './incident-classes.ts';
import { lateSeconds } from './late.ts';
import type { ObjectOfPlay } from './objects-of-play.ts';
import { Pace } from './outcome.ts';
import { proveSource } from './prove-source.ts';
import type { StagedSource } from './staged-source.ts';
import type { Time } from './time-classes.ts';
import { unreadCalendars } from './unread-calendars.ts';
import type { Played } from './verdict.ts';

export type ProofState = 'Holds' | 'BreaksOn' | 'Broken' | 'NotDecided' | 'Vacuous';

export interface ProofResult<Result extends Played = Played> {
  state: ProofState;
  /** Why it is not decided, or vacuous; of what holds, that this says little. */
  reason: Sentence | null;
  until: number;
  incidentClasses: number;
  timeClasses: number;
  firstBreakAt: number | null;
  /** In order and apart. */
  holes: Time[];
  excused: Time[];
  /** The objects by which most of the time is excused; empty where it is not. */
  excusedBy: readonly ObjectOfPlay[];
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

/** Whether a guarantee holds at every instant from then on. Others have their turn between two slices of it. */
export async function prove<Result extends Played>(
  guarantee: GuaranteeWire,
  options: ProofOptions<Result>,
): Promise<ProofResult<Result>> {
  const { setup, sources, from, horizonDays } = options;
  const until = from + horizonDays * dayMilliseconds;
  const findings = new Findings<Result>();
  const pace = new Pace(options.isOver, options.makeWay);
  const reach = guarantee.told.withinMinutes * minute + lateSeconds * 1000;
  const question = { guarantee, setup, from, until, reach, pace };
  const courses = new Courses<Result>(question);
  for (const source of sources.filter((one) => isChosen(guarantee, setup, one))) {
    const of = reachOf(setup, source);
    const witnesses = witnessesOf(guarantee, source, of, findings);
    findings.incidentClasses += witnesses.length;
    if (witnesses.length === 0) continue;
    findings.reasons.push(...unreadCalendars(setup, source, of, until + reach));
    await proveSource({ ...question, courses, findings }, source, of, witnesses);
  }
  findings.timeClasses += courses.classes;
  return { ...conclusion(findings, setup, { start: from, end: until }), until };
}

function conclusion<Result extends Played>(
  findings: Findings<Result>,
  setup: Setup,
  { start: from, end: until }: Time,
): Omit<ProofResult<Result>, 'until'> {
  const { counterExample, reasons, incidentClasses, timeClasses } = findings;
  const { holes, excused } = findings;
  const same = { incidentClasses, timeClasses, holes, excused, excusedBy: [], counterExample };
  const [first] = holes;
  const [undecided = null] = reasons;
  if (first) {
    const state = first.start <= from ? 'Broken' : 'BreaksOn';
    return { ...same, state, reason: undecided, firstBreakAt: first.start };
  }
  const rest = { ...same, firstBreakAt: null };
  if (undecided) return { ...rest, state: 'NotDecided', reason: undecided };
  if (incidentClasses === 0) {
    const integrations = findings.unsevere.slice(0, 10);
    const isOfSeverity = integrations.length > 0;
    const reason = isOfSeverity
      ? say('guaranteeOfNoSeverity', { integrations })
      : say('guaranteeOfNothing');
    return { ...rest, state: 'Vacuous', reason };
  }
  return { ...rest, ...excusedOf(findings, setup, until - from) };
}

/** From this part of the time on a guarantee hardly says anything; from the other one on, next to nothing. */
const mostly = 1 / 2;
const nearlyAlways = 9 / 10;

/**
 * Where most of the time counts for nothing, as with a silence that is active outside of its times, that is said; where
 * nearly all of it does for each incident that is meant, it does not hold either.
 */
function excusedOf<Result extends Played>(
  { hasTold, mostExcused, leastExcused }: Findings<Result>,
  setup: Setup,
  total: number,
): Pick<ProofResult<Result>, 'state' | 'reason' | 'excusedBy'> {
  const { milliseconds = 0, integration = '', by = [] } = mostExcused ?? {};
  if (hasTold && milliseconds < total * mostly)
    return { state: 'Holds', reason: null, excusedBy: [] };
  const isAboutNothing = !hasTold || leastExcused >= total * nearlyAlways;
  const percent = String(Math.floor((100 * milliseconds) / total));
  const what = hasTold
    ? say('guaranteeMostlyExcused', { integration, percent })
    : say('guaranteeExcusedAlways');
  const reasons = [what, ...excusesIn(setup, by)];
  return {
    state: isAboutNothing ? 'Vacuous' : 'Holds',
    reason: reasons.length > 1 ? say('guaranteeExcusedBecause', { reasons }) : what,
    excusedBy: by,
  };
}

function excusesIn({ silences }: Setup, by: readonly ObjectOfPlay[]): Sentence[] {
  const ids = new Set(by.map(({ id }) => id));
  const isOfWindow = by.some(({ entityType }) => entityType === maintenanceWindowKind.entityType);
  return [
    ...silences
      .filter(({ id }) => ids.has(id))
      .map(({ wire: { displayName: name, inverted } }) =>
        say(inverted ? 'excusedByInvertedSilence' : 'excusedBySilence', { name }),
      ),
    ...(isOfWindow ? [say('excusedByWindow')] : []),
  ];
}

function witnessesOf<Result extends Played>(
  { incidents }: GuaranteeWire,
  { displayName: integration, severities: possible }: StagedSource<Result>,
  reach: Reach,
  { reasons, unsevere }: Findings<Result>,
): Witness[] {
  const own = incidents.attributes ?? [];
  const meant = incidents.severities?.length ? incidents.severities : severities;
  const wanted = meant.filter((severity) => possible?.includes(severity) ?? true);
  if (wanted.length === 0) {
    unsevere.push(integration);
    return [];
  }
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
