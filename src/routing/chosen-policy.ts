import type { ChosenPolicy, IncidentDocument } from '../incidents/index.ts';
import { say } from '../sentences/index.ts';
import type { RuleEffects } from './effects.ts';
import type { Routing } from './routings.ts';
import { teamsOfRouting } from './run-rules.ts';

/** The escalation policy that a rule chose, for the teams of the incident that its routing is about; null: none. */
export function chosenPolicy(
  {
    routingId,
    ruleDisplayName,
    effects,
  }: { routingId: string; ruleDisplayName: string | null; effects: RuleEffects | null },
  incident: IncidentDocument,
  routings: readonly Routing[],
  at: Date,
): ChosenPolicy | null {
  const policyId = effects?.escalationPolicyId ?? null;
  const routing = routings.find(({ id }) => id === routingId);
  if (policyId === null || !routing) return null;
  const because = ruleDisplayName
    ? say('policyOfRule', { rule: ruleDisplayName })
    : say('policyOfUnnamedRule');
  return { policyId, teamIds: teamsOfRouting(routing, incident), at, because };
}
