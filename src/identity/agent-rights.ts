import { type AgentActs, AppError, invalidField } from '../kernel/index.ts';
import { demandDateTime } from '../resources/index.ts';
import { say } from '../sentences/index.ts';
import type { ApiKey, ApiKeyWire } from './api-keys.ts';

const dayMilliseconds = 86_400_000;
/** A key of an agent lasts no longer. */
export const agentDaysMax = 90;
/** Per key, unless it says otherwise. */
const usualLimits = { callsPerMinute: 60, writesPerHour: 20 };

/** Throws 400 for a key of an agent that could do all, for ever or for nobody, and for such rights of another key. */
export function demandSoundAgent(
  { kind, scopes, expiresAt, agent }: Partial<ApiKeyWire>,
  now: Date,
): void {
  if (kind !== 'agent') {
    if (agent) throw invalidField('agent', say('onlyForAgents'));
    return;
  }
  if (!agent) throw invalidField('agent', say('agentNeedsOwner'));
  if (!scopes) throw invalidField('scopes', say('agentNeedsScopes'));
  demandDateTime('expiresAt', expiresAt);
  const latest = now.getTime() + agentDaysMax * dayMilliseconds;
  if (!expiresAt || Date.parse(expiresAt) > latest)
    throw invalidField('expiresAt', say('agentNeedsEnd', { days: agentDaysMax }));
}

/** The use of an operation by a key of an agent: `suggest` is a write of configuration, which only a person makes. */
export interface AgentsOperation {
  use: 'read' | 'act' | 'suggest' | 'never';
  showsPayloads: boolean;
}

/** Whether the key is for an operation at all. True for every key of another kind. */
export function agentMay(
  key: Pick<ApiKey, 'kind' | 'agent'>,
  { use, showsPayloads }: AgentsOperation,
): boolean {
  if (key.kind !== 'agent') return true;
  if (use === 'suggest' || use === 'never') return false;
  return !showsPayloads || key.agent?.readsPayloads === true;
}

/** The same, or 403. */
export function demandAgentMay(key: ApiKey, operation: AgentsOperation): void {
  if (agentMay(key, operation)) return;
  const isRead = operation.use === 'read';
  throw new AppError('forbidden', say(isRead ? 'agentReadsNoPayloads' : 'agentMayNot'));
}

export function agentActsOf({ kind, agent }: ApiKey): AgentActs | undefined {
  if (kind !== 'agent') return undefined;
  return { mayAcknowledge: agent?.mayAcknowledge ?? [], mayResolve: agent?.mayResolve ?? [] };
}

/** Null for a key of another kind. */
export function agentLimitsOf({ kind, agent }: ApiKey) {
  if (kind !== 'agent') return null;
  const { callsPerMinute, writesPerHour } = agent ?? {};
  return {
    callsPerMinute: callsPerMinute ?? usualLimits.callsPerMinute,
    writesPerHour: writesPerHour ?? usualLimits.writesPerHour,
  };
}
