import { type AppendIntent, applyOperations, type IncidentDocument } from '../incidents/index.ts';
import {
  chosenPolicy,
  executionOfDelayed,
  executionsOf,
  type FiredRule,
  type RuleEffects,
  runRules,
  settleDelayed,
  sourceOfRule,
} from '../routing/index.ts';
import { type Sentence, say } from '../sentences/index.ts';
import type { Draft } from './draft.ts';
import type { Scene } from './scene.ts';

/** Events that rules look at in one look; what is left comes next. */
const eventsMax = 200;

/** Runs the rules of the incident's routings on what has happened, and those whose actions have waited long enough. */
export function followRules(draft: Draft, scene: Scene): void {
  const { state } = draft;
  const routings = scene.routings(draft.incident.organizationId);
  if (routings.length === 0 && state.delayed.length === 0) {
    state.routed = draft.incident.eventsTotalCount;
    return;
  }
  settleThoseThatWaited(draft, scene);
  for (let looked = 0; looked < eventsMax; looked += 1) {
    const [event] = draft.eventsSince(state.routed);
    if (!event) break;
    // Folded events are passed over with it.
    const behind = draft.eventsSince(state.routed).length - 1;
    state.routed = draft.incident.eventsTotalCount - behind;
    const { incident } = draft;
    const run = runRules(
      incident,
      event,
      routings,
      new Set(state.fired),
      scene.surroundings(incident),
    );
    draft.executions.push(...executionsOf(run.fired, incident, event));
    draft.comparesTooMuch ||= run.isIncomplete;
    for (const rule of run.fired) {
      state.fired.push(rule.key);
      if (rule.delayInMinutes !== null)
        state.delayed.push({
          key: rule.key,
          at: new Date(event.at.getTime() + rule.delayInMinutes * 60_000),
        });
      if (rule.effects) apply(draft, scene, rule, rule.effects, event.at);
    }
  }
  for (const { at } of state.delayed) draft.dueAt(at.getTime());
}

function settleThoseThatWaited(draft: Draft, scene: Scene): void {
  const { state } = draft;
  const due = state.delayed.filter(({ at }) => at <= draft.now);
  state.delayed = state.delayed.filter(({ at }) => at > draft.now);
  for (const { key, at } of due) {
    const { incident } = draft;
    const routings = scene.routings(incident.organizationId);
    const rule = settleDelayed(incident, key, routings, scene.surroundings(incident));
    draft.executions.push(executionOfDelayed(rule, incident, at));
    if (rule.effects) apply(draft, scene, rule, rule.effects, at);
  }
}

type NamedRule = Pick<FiredRule, 'key' | 'routingId' | 'ruleId' | 'ruleDisplayName'> & {
  routingDisplayName: string | null;
};

function apply(draft: Draft, scene: Scene, rule: NamedRule, effects: RuleEffects, at: Date): void {
  const { state } = draft;
  const by = sourceOfRule(rule);
  const operations = effects.discard ? discarding(draft.incident, rule) : effects.operations;
  for (const [index, operation] of operations.entries()) {
    const after = applyOperations(draft.incident, operation, by, draft.now);
    changeByRule(draft, after, `${rule.key} ${index}`, at);
  }
  if (effects.discard) draft.addEvent(`discard ${rule.key}`, at, { intent: 'Deleted', by });
  if (effects.channels) state.limits.push(effects.channels);
  const routings = scene.routings(draft.incident.organizationId);
  const chosen = chosenPolicy({ ...rule, effects }, draft.incident, routings, at);
  if (chosen) {
    // Only the latest choice of a policy is kept.
    state.policies = state.policies.filter(({ policyId }) => policyId !== chosen.policyId);
    state.policies.push(chosen);
  }
  if (effects.deleteAfterSeconds !== null)
    state.deleteAt = new Date(at.getTime() + effects.deleteAfterSeconds * 1000);
  if (effects.excludeFromUptimeCalculation !== null)
    draft.change({
      ...draft.incident,
      excludeFromUptimeCalculation: effects.excludeFromUptimeCalculation,
    });
}

/** Closed and put away, with its history: whoever looks for the alarm finds out why nobody was told. */
function discarding(incident: IncidentDocument, { ruleDisplayName }: NamedRule) {
  const why = ruleDisplayName
    ? say('discardedByRule', { rule: ruleDisplayName })
    : say('discardedByUnnamedRule');
  const intent = (given: AppendIntent['intent'], message: Sentence | null) => ({
    appendIntent: { intent: given, message, messageIsPublic: false, options: {} },
  });
  return [
    ...(incident.status === 'Open' ? [intent('Resolved', why)] : []),
    ...(incident.isArchived ? [] : [intent('Archived', null)]),
  ];
}

/** Decided again after a crash, the events of a rule are the same events. What rules do is no interaction of people. */
function changeByRule(draft: Draft, after: IncidentDocument, key: string, since: Date): void {
  const { eventsTotalCount, lastInteractionAt } = draft.incident;
  const known = after.events.length - (after.eventsTotalCount - eventsTotalCount);
  const events = after.events.map((event, index) => {
    if (index < known) return event;
    return { ...event, id: draft.idOf(`${key} ${index - known}`, since) };
  });
  draft.change({ ...after, lastInteractionAt, events });
}
