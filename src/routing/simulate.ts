import type {
  ChannelLimits,
  ChosenPolicy,
  IncidentDocument,
  IncidentEvent,
} from '../incidents/index.ts';
import type { Ctx } from '../kernel/index.ts';
import { canSeeTeam } from '../resources/index.ts';
import { type Sentence, say } from '../sentences/index.ts';
import { chosenPolicy } from './chosen-policy.ts';
import { loadRoutings, type Routing } from './routings.ts';
import {
  type ExaminedRule,
  type FiredRule,
  routingsFor,
  runRules,
  settleDelayed,
} from './run-rules.ts';
import { loadSurroundings, type RuleSurroundings } from './surroundings.ts';

/** Names are null for routings of teams out of sight: they run, but are nobody else's business. */
export interface SimulatedRule extends Omit<ExaminedRule, 'routingDisplayName'> {
  routingDisplayName: string | null;
  delayInMinutes: number | null;
  /** For a rule that waits: what it would do then, if nothing else happened. */
  effectSummary: Sentence | null;
}

export interface Simulation {
  rules: SimulatedRule[];
  /** The incident after the rules that do not wait. */
  after: IncidentDocument;
  isDiscarded: boolean;
  deleteAfterSeconds: number | null;
  /** The limits that its messages would have. */
  channels: ChannelLimits[];
  /** The policies that they chose. */
  policies: ChosenPolicy[];
}

/** Runs the rules on an incident that need not exist, as at `at`. Writes nothing. */
export async function simulateRules(
  ctx: Ctx,
  incident: IncidentDocument,
  event: IncidentEvent,
  at: Date,
): Promise<Simulation> {
  const all = await loadRoutings(ctx, ctx.organizationId);
  const routings = routingsFor(incident, all);
  const around = await loadSurroundings(ctx, incident, routings, at);
  const run = runRules(incident, event, routings, new Set(), around);
  const fired = new Map(run.fired.map((rule) => [rule.key, rule]));
  const inSight = new Set(
    routings.filter(({ teamId }) => canSeeTeam(ctx, teamId)).map(({ id }) => id),
  );
  const effects = run.fired.flatMap((rule) => rule.effects ?? []);
  return {
    rules: run.examined.map((rule) => {
      if (!inSight.has(rule.routingId)) return outOfSight(rule);
      const firing = fired.get(`${rule.routingId}:${rule.ruleId}`);
      return {
        ...rule,
        delayInMinutes: firing?.delayInMinutes ?? null,
        effectSummary: firing ? summaryOf(firing, run.incident, routings, around) : null,
      };
    }),
    after: run.incident,
    isDiscarded: effects.some(({ discard }) => discard),
    deleteAfterSeconds: effects.reduce<number | null>(
      (soonest, { deleteAfterSeconds: own }) =>
        own === null ? soonest : Math.min(own, soonest ?? own),
      null,
    ),
    channels: effects.flatMap(({ channels }) => channels ?? []),
    policies: run.fired.flatMap((rule) => chosenPolicy(rule, run.incident, routings, at) ?? []),
  };
}

function outOfSight({ routingId, ruleId, fires }: ExaminedRule): SimulatedRule {
  return {
    routingId,
    ruleId,
    routingDisplayName: null,
    ruleDisplayName: null,
    fires,
    reason: say('routingOutOfSight'),
    delayInMinutes: null,
    effectSummary: null,
  };
}

function summaryOf(
  { key, delayInMinutes, effects }: FiredRule,
  after: IncidentDocument,
  routings: readonly Routing[],
  around: RuleSurroundings,
): Sentence | null {
  if (delayInMinutes === null) return effects?.summary ?? null;
  const now = new Date(around.now.getTime() + delayInMinutes * 60_000);
  const settled = settleDelayed(after, key, routings, { ...around, now });
  return settled.effects?.summary ?? say('effectsNotDone', { reason: settled.reason });
}
