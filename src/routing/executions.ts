import { createHash } from 'node:crypto';
import type { IncidentDocument, IncidentEvent } from '../incidents/index.ts';
import type { World } from '../kernel/index.ts';
import { say } from '../sentences/index.ts';
import { plainCollection } from '../store/index.ts';
import { type RuleExecution, ruleExecutionLog } from './execution-log.ts';
import type { DelayedRule, FiredRule } from './run-rules.ts';
import { effectsInWords } from './summary.ts';

type About = Pick<IncidentDocument, '_id' | 'organizationId'>;

/** The records of the rules that fired for an event. The same run gives the same records, with the same ids. */
export function executionsOf(
  fired: readonly FiredRule[],
  incident: About,
  event: Pick<IncidentEvent, 'id' | 'at'>,
): RuleExecution[] {
  return fired.map((rule) => ({
    _id: idOf(event.at, rule.position, `${incident._id} ${rule.key}`),
    organizationId: incident.organizationId,
    ownerId: rule.routingId,
    incidentId: incident._id,
    createdAt: event.at,
    routingRuleId: rule.ruleId,
    incidentEventId: event.id,
    outcome: rule.delayInMinutes === null ? (rule.effects?.outcome ?? 'Applied') : 'Delayed',
    delayInMinutes: rule.delayInMinutes,
    routingDisplayName: rule.routingDisplayName,
    ruleDisplayName: rule.ruleDisplayName,
    effectSummary: rule.effects?.summary ?? effectsInWords([say('actionsWait')]),
  }));
}

/** The record of a rule whose actions waited until `dueAt`. */
export function executionOfDelayed(rule: DelayedRule, incident: About, dueAt: Date): RuleExecution {
  return {
    _id: idOf(dueAt, 0, `${incident._id} ${rule.key} delayed`),
    organizationId: incident.organizationId,
    ownerId: rule.routingId,
    incidentId: incident._id,
    createdAt: dueAt,
    routingRuleId: rule.ruleId,
    incidentEventId: null,
    outcome: rule.effects?.outcome ?? 'Skipped',
    delayInMinutes: null,
    routingDisplayName: rule.routingDisplayName,
    ruleDisplayName: rule.ruleDisplayName,
    effectSummary: rule.effects?.summary ?? say('effectsNotDone', { reason: rule.reason }),
  };
}

/**
 * Writes the records. Of an incident and a rule there is one that it fired, and one that its delay was over: deciding
 * again after a crash, when the clock shows another time, writes over them.
 */
export async function recordExecutions(
  world: World,
  executions: readonly RuleExecution[],
): Promise<void> {
  if (executions.length === 0) return;
  await plainCollection(ruleExecutionLog.model(world.store)).bulkWrite(
    executions.map(({ _id, createdAt, ...told }) => {
      const { organizationId, incidentId, ownerId, routingRuleId, incidentEventId } = told;
      const stage = incidentEventId === null ? null : { $ne: null };
      return {
        updateOne: {
          filter: { organizationId, incidentId, ownerId, routingRuleId, incidentEventId: stage },
          update: { $set: told, $setOnInsert: { _id, createdAt } },
          upsert: true,
        },
      };
    }),
    { ordered: false },
  );
}

/**
 * A version 7 UUID (RFC 9562 5.7) like those of all logs, but of what it is about: the rules of a moment follow each
 * other by position.
 */
function idOf(at: Date, position: number, about: string): string {
  const time = at.getTime().toString(16).padStart(12, '0');
  const sequence = Math.min(position, 0xfff).toString(16).padStart(3, '0');
  const hash = createHash('sha256').update(about).digest('hex');
  const variant = ((Number.parseInt(hash.charAt(0), 16) & 0x3) | 0x8).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${sequence}-${variant}${hash.slice(1, 4)}-${hash.slice(4, 16)}`;
}
