import type { RateCount, RequestLimits } from '../../http/index.ts';
import { type ApiKey, agentLimitsOf } from '../../identity/index.ts';
import { say } from '../../sentences/index.ts';
import { agentUseOf } from './agent-use.ts';
import type { ApiCaller } from './caller.ts';
import type { ApiOperation, Traits } from './traits.ts';

type Limits = Required<Omit<RequestLimits<ApiCaller, Traits>, 'limiter' | 'clock'>>;

/**
 * The counts of requests (section 8 of the specification): all requests of a key or of a person in sessions, and
 * incidents that are made and changed.
 */
export const publicApiLimits: Limits = {
  ofCaller({ key, session, callerId, path }, operation) {
    if (key)
      return [
        ...agentCounts(key, operation),
        { scope: 'public-api', key: key.id, what: say('requestsOfKey') },
      ];
    if (!session) return undefined;
    return [
      { scope: 'public-api', key: `${callerId}`, what: say('requestsOfSessions') },
      {
        scope: 'console',
        key: `${callerId} ${operation.method} ${path}`,
        what: say('requestsToAddress'),
      },
    ];
  },

  ofOperation({ key, callerId, organizationId }, { operation, params }) {
    switch (operation.rateLimit) {
      case undefined:
        return undefined;
      case 'incident-create':
        return {
          scope: 'incident-create',
          key: callerId ?? '',
          what: key ? say('incidentsOfKey') : say('incidentsOfYours'),
        };
      case 'incident-update':
        return {
          scope: 'incident-update',
          // With the organization: nobody may use up the limit of somebody else's incident.
          key: `${organizationId} ${params.id?.toLowerCase()}`,
          what: say('updatesOfIncident'),
        };
      case 'test-notification':
        return {
          scope: 'test-notification',
          key: `${organizationId} ${params.id?.toLowerCase()}`,
          what: say('testsToUser'),
        };
    }
  },
};

/** The key of an agent limits its requests by the minute, and its writes by the hour. */
function agentCounts(key: ApiKey, operation: ApiOperation): RateCount[] {
  const limits = agentLimitsOf(key);
  if (!limits) return [];
  const count = (scope: string, requests: number, seconds: number): RateCount => ({
    scope,
    key: key.id,
    what: say('requestsOfKey'),
    windows: [{ requests, seconds }],
  });
  const calls = count('agent-calls', limits.callsPerMinute, 60);
  if (agentUseOf(operation) !== 'act') return [calls];
  return [calls, count('agent-writes', limits.writesPerHour, 3600)];
}
