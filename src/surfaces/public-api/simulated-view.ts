import { answered } from '../../sentences/index.ts';
import type { SimulatedMessage, SimulatedStep } from '../../stage/index.ts';

/** `seesAll`: whoever asks sees all teams of the incident, and so who their people are. */
export function simulatedMessageView(message: SimulatedMessage, seesAll: boolean) {
  const { at, lane, ownerId, name, because, dropReason } = message;
  return {
    at: at.toISOString(),
    channel: lane,
    recipientId: seesAll ? ownerId : null,
    recipient: seesAll ? name : null,
    ...answered('because', because),
    ...answered('dropReason', dropReason),
  };
}

export function simulatedStepView(step: SimulatedStep, seesAll: boolean) {
  const { at, teamId, team, policyId, policy, tier, displayName, loop, repeat, outcome, why } =
    step;
  return {
    at: at?.toISOString() ?? null,
    team: { id: teamId, displayName: team },
    escalationPolicy: policyId === null ? null : { id: policyId, displayName: policy ?? '' },
    tier,
    displayName,
    loop,
    repeat,
    outcome,
    ...answered('reason', why),
    users: seesAll ? step.people.map(({ id, name }) => ({ id, displayName: name })) : null,
  };
}
