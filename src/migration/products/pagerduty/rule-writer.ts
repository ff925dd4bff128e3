import type { Bodies } from '../../model/neutral.ts';
import { cut } from '../../model/texts.ts';
import type { Alternative } from './conditions.ts';
import type { Effects } from './orchestration-actions.ts';
import { shifted, timesOf, type WeeklyTime } from './pcl/week.ts';
import type { ReadPath, ReadRule } from './rule-sets.ts';

export type Rule = NonNullable<Bodies['tocsin_routing']['rules']>[number];
export type Conditions = Rule['conditions'];

/** Rules that events meet one after the other: all of the account, then those that route them, then of the service. */
export interface Stage {
  name: string;
  path: Pick<ReadPath, 'sets' | 'otherwise'>;
  /** The conditions that all incidents of this stage meet. */
  conditions: Conditions;
  /** Which stage comes after a rule, or after the end (null). */
  after(rule: ReadRule | null): string | null;
}

export interface Routed {
  integrations: readonly string[];
  /** In which hours of rules are meant. */
  zone: string;
  /** Clocks are compared from then on. */
  since: Date;
  /** Another zone whose hours a rule has: as the routing says it. */
  sayZone(rule: ReadRule, zone: string): void;
}

/** Where an incident is between sets, as an attribute that rules set and compare. */
const place = 'Orchestration';

/**
 * The first rule of a set that matches counts. A single set ends with `Skip`; if there are several, each rule asks for
 * the set and says which comes next, as `Skip` would leave out the other sets, too.
 */
export function rulesOfStages(stages: readonly Stage[], routed: Routed): Rule[] {
  const [only] = stages;
  const isAlone = stages.length === 1 && only?.path.sets.length === 1;
  const rules: Rule[] = [];
  if (!isAlone && only)
    rules.push({
      displayName: 'First set',
      conditions: { ...base(routed), ...only.conditions },
      actions: { setAttributes: [placed(firstPlace(only))] },
    });
  const byName = new Map(stages.map((stage) => [stage.name, stage]));
  const placeAfter = (stage: Stage, rule: ReadRule | null) => {
    if (rule?.next) return placeOf(stage, rule.next);
    const next = byName.get(stage.after(rule) ?? '');
    return next ? firstPlace(next) : 'done';
  };
  for (const stage of stages)
    for (const set of stage.path.sets) {
      const at = placeOf(stage, set.id);
      const write = (rule: ReadRule | null, effects: Effects, conditions: Conditions[]) => {
        const next = isAlone ? null : placeAfter(stage, rule);
        for (const one of conditions)
          rules.push(written(rule?.label ?? null, effects, one, isAlone ? null : at, next));
      };
      for (const rule of set.rules)
        for (const alternative of rule.alternatives)
          write(
            rule,
            withThreshold(rule.effects, alternative),
            conditionsOf(alternative, stage, routed, rule),
          );
      if (!isAlone || isEffective(stage.path.otherwise))
        write(null, stage.path.otherwise, [{ ...base(routed), ...stage.conditions }]);
    }
  return rules;
}

function base({ integrations }: Routed): Conditions {
  return { integrations: [...integrations], intents: ['Created'] };
}

function placeOf({ name }: Stage, set: string): string {
  return `${name}: ${set}`;
}

function firstPlace(stage: Stage): string {
  return placeOf(stage, stage.path.sets[0]?.id ?? 'start');
}

function placed(value: string) {
  return { name: place, value, hideInPreviews: true };
}

export function isEffective({ actions, isMuted }: Effects): boolean {
  return isMuted || Object.keys(actions).length > 0;
}

function withThreshold(effects: Effects, { threshold }: Alternative): Effects {
  if (threshold === null) return effects;
  const hold = { threshold: { ...threshold, below: 'forget' as const } };
  return { ...effects, actions: { ...effects.actions, hold } };
}

function written(
  label: string | null,
  { actions, isMuted }: Effects,
  conditions: Conditions,
  at: string | null,
  next: string | null,
): Rule {
  const comparisons = [
    ...(at === null ? [] : [{ name: place, operator: '=' as const, value: at }]),
    ...(conditions.attributes ?? []),
  ];
  const set = [...(actions.setAttributes ?? []), ...(next === null ? [] : [placed(next)])];
  return {
    displayName: label ? cut(label, 500) : null,
    conditions: {
      ...conditions,
      ...(comparisons.length > 0 && { attributes: comparisons, attributesMatchType: 'all' }),
    },
    actions: {
      ...actions,
      ...(set.length > 0 && { setAttributes: set }),
      ...(at === null && { ruleFlowControl: 'Skip' }),
    },
    ...(isMuted && {
      channels: { notificationChannelsMuted: true, outboundIntegrationsMuted: true },
    }),
  };
}

/** One for each time; none where it never is. */
function conditionsOf(
  { attributes, times, dates }: Alternative,
  stage: Stage,
  routed: Routed,
  rule: ReadRule,
): Conditions[] {
  const alike: Conditions = {
    ...base(routed),
    ...stage.conditions,
    ...(attributes.length > 0 && { attributes }),
    ...(dates && { dateRestriction: dates }),
  };
  if (times === null) return [alike];
  const shift = quartersBetween(times.zone, routed);
  if (shift === null) routed.sayZone(rule, times.zone);
  const weekly: readonly (WeeklyTime | null)[] = timesOf(shifted(times.week, shift ?? 0)) ?? [null];
  return weekly.map((schedule) => ({ ...alike, ...(schedule && { schedule }) }));
}

/** By how much clocks differ, where they do all year; null where it depends on the season. */
function quartersBetween(from: string, { zone: to, since }: Routed): number | null {
  const start = Temporal.Instant.fromEpochMilliseconds(since.getTime());
  const differences = Array.from({ length: 53 }, (_, week) => {
    const at = start.add({ hours: week * 7 * 24 });
    const offset = (zone: string) => at.toZonedDateTimeISO(zone).offsetNanoseconds;
    return (offset(to) - offset(from)) / quarter;
  });
  const [first = 0] = differences;
  return differences.every((one) => one === first) && Number.isInteger(first) ? first : null;
}

const quarter = 15 * 60 * 1_000_000_000;
