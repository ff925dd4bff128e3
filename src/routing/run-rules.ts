import type { EventSource, IncidentDocument, IncidentEvent } from '../incidents/index.ts';
import { byCreation } from '../resources/index.ts';
import { type Sentence, say } from '../sentences/index.ts';
import { ComparedAttributes, Comparisons } from './attribute-conditions.ts';
import { labelsOf, type Situation, unmetCondition } from './conditions.ts';
import { channelEffects, effectsOf, type RuleEffects, RunProgress } from './effects.ts';
import type { Routing, RoutingRule } from './routings.ts';
import type { RuleSurroundings } from './surroundings.ts';

/** `${routingId}:${ruleId}`; each fires once per incident. */
export type RuleKey = string;

export interface FiredRule {
  key: RuleKey;
  routingId: string;
  ruleId: string;
  /** Within its routing, from 0. */
  position: number;
  routingDisplayName: string;
  ruleDisplayName: string | null;
  /** Actions that wait; null: they are in `effects` now. */
  delayInMinutes: number | null;
  /** Null while everything waits. Of a rule that waits, these are only its channels. */
  effects: RuleEffects | null;
}

/** Why a rule fires or not, for simulations and for people who wonder. */
export interface ExaminedRule {
  routingId: string;
  ruleId: string;
  routingDisplayName: string;
  ruleDisplayName: string | null;
  fires: boolean;
  reason: Sentence;
}

export interface RulesRun {
  fired: FiredRule[];
  /** Every rule of the incident's routings, in order. */
  examined: ExaminedRule[];
  /**
   * The incident after all operations. Its new events have ids of their own: what is stored is made with
   * `applyOperations`.
   */
  incident: IncidentDocument;
  /** Rules were left out because together they compare too much text. */
  isIncomplete: boolean;
}

/** The routings of the incident's teams, of their own and by team connections; oldest first. */
export function routingsFor(incident: IncidentDocument, routings: readonly Routing[]): Routing[] {
  const { forAllTeams, byTeam } = indexOf(routings);
  const concerned = new Set(forAllTeams);
  for (const id of incident.teamIds) for (const one of byTeam.get(id) ?? []) concerned.add(one);
  return [...concerned]
    .filter(({ organizationId }) => organizationId === incident.organizationId)
    .sort(byCreation);
}

interface RoutingIndex {
  forAllTeams: readonly Routing[];
  byTeam: ReadonlyMap<string, readonly Routing[]>;
}

/** Lists of routings are read for each decision, and never changed. */
const indexes = new WeakMap<readonly Routing[], RoutingIndex>();

function indexOf(routings: readonly Routing[]): RoutingIndex {
  const known = indexes.get(routings);
  if (known) return known;
  const byTeam = new Map<string, Routing[]>();
  for (const routing of routings)
    for (const id of new Set(namedBy(routing))) {
      const others = byTeam.get(id);
      if (others) others.push(routing);
      else byTeam.set(id, [routing]);
    }
  const index = { forAllTeams: routings.filter(isForAllTeams), byTeam };
  indexes.set(routings, index);
  return index;
}

/** Teams that a routing is about by name. */
function namedBy({ wire: { teamId, teamConnectionSettings } }: Routing): string[] {
  return [teamId, ...(teamConnectionSettings?.teamIds ?? [])].map((id) => id.toLowerCase());
}

function isForAllTeams({ wire: { teamConnectionSettings } }: Routing): boolean {
  return teamConnectionSettings?.teamConnectionMode === 'OrganizationTeams';
}

/** The teams of the incident that the routing is about. */
export function teamsOfRouting(
  routing: Routing,
  { teamIds }: Pick<IncidentDocument, 'teamIds'>,
): string[] {
  if (isForAllTeams(routing)) return [...teamIds];
  const own = namedBy(routing);
  return teamIds.filter((id) => own.includes(id));
}

/** Where a run stands between two of its rules. No step changes it, so a run can go on in two ways from one state. */
interface RulesState {
  incident: IncidentDocument;
  /** As rules see it: as it was at the event, until one of this run changes it. */
  seen: State;
  /** Why later rules of a routing are left out, or of all of them where it names none. */
  stopped: { routingId: string | null; by: Sentence } | null;
  /** The effects of earlier rules that later ones need not repeat. */
  progress: RunProgress;
}

/** The facts that all rules of a run look at, beside the incident as earlier rules left it. */
interface RulesSituation {
  event: IncidentEvent;
  /** The rules that fired for this incident before. */
  fired: ReadonlySet<RuleKey>;
  around: RuleSurroundings;
  of(state: Pick<RulesState, 'incident' | 'seen'>, routing: Routing): Situation;
}

interface RuleStep {
  state: RulesState;
  examined: ExaminedRule;
  fired: FiredRule | null;
  /** It was left out because rules together compare too much text. */
  isIncomplete: boolean;
}

/** Where the rules of an incident begin to look at one of its events. */
export function beginRules(incident: IncidentDocument, event: IncidentEvent): RulesState {
  const { status, severity } = event;
  return { incident, seen: { status, severity }, stopped: null, progress: new RunProgress() };
}

/** The facts that the rules of one run look at. `fired` are those that fired for the incident before. */
export function situationOfRules(
  event: IncidentEvent,
  fired: ReadonlySet<RuleKey>,
  around: RuleSurroundings,
): RulesSituation {
  return { event, fired, around, of: situations(event, around, new Comparisons()) };
}

/**
 * Runs the rules of the incident's routings on one of its events, top to bottom: a rule sees what those before it
 * changed. Pure; throws nothing. `fired` are the rules that fired for this incident before: they do nothing again, but
 * still stop later ones of their routing when they match.
 */
export function runRules(
  incident: IncidentDocument,
  event: IncidentEvent,
  routings: readonly Routing[],
  fired: ReadonlySet<RuleKey>,
  around: RuleSurroundings,
): RulesRun {
  const run: RulesRun = { fired: [], examined: [], incident, isIncomplete: false };
  const situation = situationOfRules(event, fired, around);
  let state = beginRules(incident, event);
  for (const routing of routingsFor(incident, routings))
    for (const rule of routing.wire.rules) {
      const step = stepRule(state, routing, rule, situation);
      ({ state } = step);
      run.examined.push(step.examined);
      run.isIncomplete ||= step.isIncomplete;
      if (step.fired) run.fired.push(step.fired);
    }
  return { ...run, incident: state.incident };
}

/** Runs the next rule: those of one routing in their order, and the routings in the order of `routingsFor`. Pure. */
export function stepRule(
  state: RulesState,
  routing: Routing,
  rule: RoutingRule,
  situation: RulesSituation,
): RuleStep {
  const { stopped } = state;
  const skips = rule.actions?.ruleFlowControl === 'Skip';
  const hasFired = situation.fired.has(keyOf(routing, rule));
  const stoppedBy =
    stopped && (stopped.routingId === null || stopped.routingId === routing.id) ? stopped.by : null;
  const unmet =
    stoppedBy ??
    (hasFired && !skips
      ? firedBefore
      : unmetCondition(rule.conditions, situation.of(state, routing)));
  const fires = unmet === null && !hasFired;
  const reason = unmet ?? (hasFired ? firedBefore : allHold);
  const examined = { ...namesOf(routing, rule), fires, reason };
  const isIncomplete = unmet?.code === 'tooMuchToCompare';
  if (unmet !== null) return { state, examined, fired: null, isIncomplete };
  const after = skips ? { ...state, stopped: skippedBy(routing, rule) } : state;
  if (!fires) return { state: after, examined, fired: null, isIncomplete };
  return { ...fire(after, routing, rule, situation), examined, isIncomplete };
}

function skippedBy(routing: Routing, rule: RoutingRule) {
  return {
    routingId: routing.id,
    by: say('earlierRuleSkips', { rule: labelOf(routing, rule) }),
  };
}

function fire(
  state: RulesState,
  routing: Routing,
  rule: RoutingRule,
  { around }: RulesSituation,
): Pick<RuleStep, 'state'> & { fired: FiredRule } {
  const names = {
    ...namesOf(routing, rule),
    key: keyOf(routing, rule),
    position: routing.wire.rules.indexOf(rule),
  };
  const delayInMinutes = rule.actions?.delayActionsInMinutes || null;
  if (delayInMinutes !== null)
    return { state, fired: { ...names, delayInMinutes, effects: channelEffects(rule, around) } };
  const progress = state.progress.copy();
  const { effects, incident } = applyRule(state.incident, routing, rule, around, progress);
  const seen = seenAfter(state, incident);
  // A discarded incident is looked at by no rule of any routing.
  const stopped = effects.discard
    ? { routingId: null, by: say('earlierRuleDiscards') }
    : state.stopped;
  return {
    state: { incident, seen, stopped, progress },
    fired: { ...names, delayInMinutes, effects },
  };
}

const allHold = say('allConditionsHold');
const firedBefore = say('ruleFiredBefore');

/** A rule whose actions waited, when their time has come. */
export interface DelayedRule extends Omit<ExaminedRule, 'routingDisplayName' | 'fires'> {
  key: RuleKey;
  /** Null: the routing is gone. */
  routingDisplayName: string | null;
  /** Null: see `reason`. */
  effects: RuleEffects | null;
}

/** Its conditions have to hold still, without intents and schedule: these are about the event that it waited from. */
export function settleDelayed(
  incident: IncidentDocument,
  key: RuleKey,
  routings: readonly Routing[],
  around: RuleSurroundings,
): DelayedRule {
  const [routingId = '', ruleId = ''] = key.split(':');
  const routing = routingsFor(incident, routings).find(({ id }) => id === routingId);
  const rule = routing?.wire.rules.find(({ id }) => id === ruleId);
  const gone = {
    key,
    routingId,
    ruleId,
    routingDisplayName: routing?.wire.displayName ?? null,
    ruleDisplayName: rule?.displayName ?? null,
    effects: null,
  };
  if (!routing) return { ...gone, reason: say('routingGone') };
  if (!rule) return { ...gone, reason: say('ruleGone') };
  const situation = situations(
    null,
    around,
    new Comparisons(),
  )({ incident, seen: incident }, routing);
  const reason = unmetCondition({ ...rule.conditions, schedule: null }, situation);
  if (reason !== null) return { ...gone, reason };
  const { effects } = applyRule(incident, routing, rule, around, new RunProgress());
  // They are limited since the rule fired.
  return { ...gone, effects: { ...effects, channels: null }, reason: allHold };
}

/** Who changes the incident where a rule does. */
export function sourceOfRule(
  rule: Pick<FiredRule, 'routingId' | 'ruleId' | 'ruleDisplayName'> & {
    routingDisplayName: string | null;
  },
): EventSource {
  return {
    kind: 'rule',
    id: rule.ruleId,
    routingId: rule.routingId,
    displayName: rule.ruleDisplayName || rule.routingDisplayName || 'Routing rule',
  };
}

function applyRule(
  incident: IncidentDocument,
  routing: Routing,
  rule: RoutingRule,
  around: RuleSurroundings,
  progress: RunProgress,
) {
  const by = sourceOfRule(namesOf(routing, rule));
  const timeZoneId = around.timeZoneOf(routing.wire.teamId.toLowerCase());
  return effectsOf(incident, { rule, by, timeZoneId, around, progress });
}

/**
 * The situation of each rule: as it was at the event (null: as it is now), until an earlier rule of the run changes it.
 * What only depends on the incident is made once per change of it.
 */
function situations(
  event: IncidentEvent | null,
  around: RuleSurroundings,
  comparisons: Comparisons,
): RulesSituation['of'] {
  let made: (Omit<Situation, 'timeZoneId'> & { incident: IncidentDocument }) | undefined;
  return ({ incident, seen: { status, severity } }, routing) => {
    if (made?.incident !== incident)
      made = {
        incident,
        status,
        severity,
        event,
        attributes: new ComparedAttributes(incident, status, severity),
        labels: labelsOf(incident, around),
        around,
        comparisons,
      };
    return { ...made, timeZoneId: around.timeZoneOf(routing.wire.teamId.toLowerCase()) };
  };
}

type State = Pick<Situation, 'status' | 'severity'>;

/** Later events may have changed the incident since; what rules of this run changed counts. */
function seenAfter({ incident: was, seen }: RulesState, incident: IncidentDocument): State {
  return {
    status: incident.status === was.status ? seen.status : incident.status,
    severity: incident.severity === was.severity ? seen.severity : incident.severity,
  };
}

function keyOf(routing: Routing, rule: RoutingRule): RuleKey {
  return `${routing.id}:${rule.id}`;
}

function namesOf(routing: Routing, rule: RoutingRule) {
  return {
    routingId: routing.id,
    ruleId: rule.id,
    routingDisplayName: routing.wire.displayName,
    ruleDisplayName: rule.displayName ?? null,
  };
}

function labelOf(routing: Routing, rule: RoutingRule): string {
  return rule.displayName || `${routing.wire.rules.indexOf(rule) + 1}`;
}
