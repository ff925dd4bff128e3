import type { Source } from '../../model/ledger.ts';
import { type Alternative, alternativesIn } from './conditions.ts';
import type { Change } from './event-attributes.ts';
import { type ActionScope, type Effects, effectsOf, noEffects } from './orchestration-actions.ts';
import type { Path } from './pcl/expression.ts';
import { parseCondition } from './pcl/parse.ts';

/** A rule as it is read once; it may become rules of several routings. */
export interface ReadRule {
  source: Source;
  label: string | null;
  /** Each is enough. */
  alternatives: Alternative[];
  effects: Effects;
  /** The set whose rules are looked at then. */
  next: string | null;
}

export interface ReadSet {
  id: string;
  rules: ReadRule[];
}

/** All rules of one kind of an orchestration: of all its events, of those that no rule routes, or of a service. */
export interface ReadPath {
  source: Source;
  /** Each before those that its rules lead to. */
  sets: ReadSet[];
  /** For what reaches the end of a set. */
  otherwise: Effects;
  changes: Change[];
  named: ReadonlySet<string>;
}

export const start = 'start';

type Surroundings = Pick<ActionScope, 'events' | 'priorityOf' | 'policyOf' | 'later'>;

export function readPath(source: Source, around: Surroundings): ReadPath {
  const variables = new Map<string, Path>();
  const changes: Change[] = [];
  const named = new Set<string>();
  const sets = new Map(source.list('sets').map((set) => [set.text('id') ?? start, set] as const));
  const order: ReadSet[] = [];
  const seen = new Map<string, 'open' | 'read'>();
  const scopeFor = (isForAll: boolean): ActionScope => ({
    ...around,
    ...{ variables, changes, named, isForAll },
  });

  const visit = (id: string, isForAll: boolean): void => {
    const set = sets.get(id);
    seen.set(id, 'open');
    let isReached = isForAll;
    const rules: ReadRule[] = [];
    for (const rule of set?.list('rules') ?? []) {
      if (rule.flag('disabled') === true) {
        rule.say('lost', 'disabled');
        continue;
      }
      const alternatives = conditionsOf(rule, { events: around.events, variables });
      const isAlways = rule.list('conditions').length === 0;
      const actions = rule.at('actions');
      const forAll = isReached && isAlways;
      const effects = actions ? effectsOf(actions, scopeFor(forAll)) : noEffects;
      const wanted = actions?.text('route_to') || null;
      const next = wanted !== null && follow(wanted, actions, forAll) ? wanted : null;
      rules.push({ source: rule, label: rule.text('label'), alternatives, effects, next });
      isReached = false;
    }
    seen.set(id, 'read');
    order.unshift({ id, rules });
  };

  const follow = (id: string, actions: Source | null, isForAll: boolean): boolean => {
    if (!sets.has(id)) actions?.say('behaviour', 'no set of this orchestration', 'route_to');
    else if (seen.get(id) === 'open')
      actions?.say('behaviour', 'not followed: it leads back to where it comes from', 'route_to');
    else if (!seen.has(id)) visit(id, isForAll);
    return seen.get(id) === 'read';
  };

  visit(start, true);
  for (const [id, set] of sets) if (!seen.has(id)) set.say('lost', 'no rule leads to this set');
  const hasRules = order.some(({ rules }) => rules.length > 0);
  const last = source.at('catch_all')?.at('actions') ?? null;
  const otherwise = last ? effectsOf(last, scopeFor(!hasRules)) : noEffects;
  for (const set of order) keepThresholds(set, otherwise);
  return { source, sets: order, otherwise, changes, named };
}

function conditionsOf(rule: Source, scope: Parameters<typeof alternativesIn>[3]): Alternative[] {
  const conditions = rule.list('conditions');
  if (conditions.length === 0)
    return [{ attributes: [], times: null, dates: null, threshold: null }];
  return conditions.flatMap((condition) => {
    const text = condition.text('expression');
    return alternativesIn(
      condition,
      'expression',
      text === null ? null : parseCondition(text),
      scope,
    );
  });
}

/**
 * A number of events can be waited for where nobody is told before: where a later rule, or the end, mutes the same
 * events. Elsewhere the events would be told at once, which rules cannot say.
 */
function keepThresholds({ rules }: ReadSet, otherwise: Effects): void {
  for (const [index, rule] of rules.entries()) {
    const waiting = rule.alternatives.filter(({ threshold }) => threshold !== null);
    if (waiting.length === 0) continue;
    const later = rules.slice(index + 1);
    const isMutedBelow = waiting.every((alternative) => {
      const [below] = later.filter(({ alternatives }) =>
        alternatives.some((other) => isWithoutThreshold(alternative, other)),
      );
      return (below?.effects ?? otherwise).isMuted;
    });
    if (isMutedBelow && !rule.effects.isMuted) continue;
    rule.alternatives = rule.alternatives.filter(({ threshold }) => threshold === null);
    rule.source.say(
      'behaviour',
      'not brought: rules count events only to wait with telling people',
      'conditions',
    );
  }
}

/** Whether the other one holds for the same events, or for all. */
function isWithoutThreshold(one: Alternative, other: Alternative): boolean {
  const isForAll =
    other.attributes.length === 0 && !other.times && !other.dates && !other.threshold;
  return isForAll || JSON.stringify({ ...one, threshold: null }) === JSON.stringify(other);
}
