import { type AgentActs, AppError } from '../kernel/index.ts';
import { say } from '../sentences/index.ts';
import type { NewIncident } from './change.ts';
import type { IncidentOperations } from './intents.ts';
import type { IncidentDocument, Intent } from './model.ts';

/** They tell more people, and silence nobody. */
const harmless: readonly Intent[] = ['Commented', 'Escalated'];
/** These take the incident from the people who are told of it. */
const taking: readonly Intent[] = ['Investigated', 'Assigned', 'Snoozed'];

/** Throws 403 for what an agent may not do to an incident as it is now. */
export function demandAgentActs(
  { mayAcknowledge, mayResolve }: AgentActs,
  { severity }: IncidentDocument,
  { appendIntent, ...changes }: IncidentOperations,
): void {
  if (!appendIntent || Object.values(changes).some((change) => change !== undefined))
    throw new AppError('forbidden', say('agentChangesNothingElse'));
  const { intent, messageIsPublic } = appendIntent;
  if (messageIsPublic) throw new AppError('forbidden', say('agentTellsNoPublic'));
  if (harmless.includes(intent)) return;
  const allowed = taking.includes(intent) ? mayAcknowledge : intent === 'Resolved' && mayResolve;
  if (!allowed) throw new AppError('forbidden', say('agentChangesNothingElse'));
  if (!allowed.includes(severity))
    throw new AppError('forbidden', say('agentMayNotDoThis', { severity }));
}

/** Throws 403 for a new incident that would tell the public something, or that nobody is told of. */
export function demandAgentOpens(input: NewIncident): void {
  const { messageIsPublic, publicComment, serviceIds, status } = input;
  if (messageIsPublic || publicComment || serviceIds.length > 0)
    throw new AppError('forbidden', say('agentTellsNoPublic'));
  if (status !== 'Open') throw new AppError('forbidden', say('agentChangesNothingElse'));
}
