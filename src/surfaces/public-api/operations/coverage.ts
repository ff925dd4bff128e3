import { checkCoverage } from '../../../coverage/index.ts';
import { type Handlers, ok } from '../handlers.ts';

/** As many as the document lets an answer have. */
const findingsMax = 10_000;

export const coverageOperations = {
  getCoverage: async (caller, { query }) => {
    const { channels, catalogue } = caller.dependencies;
    const { from, until, findings } = await checkCoverage(
      caller,
      { channels, catalogue },
      query.TeamIds,
    );
    return ok({
      from: from.toISOString(),
      until: until.toISOString(),
      isCovered: findings.every(({ level }) => level !== 'Gap'),
      findings: findings.slice(0, findingsMax),
      hasMore: findings.length > findingsMax,
    });
  },
} satisfies Handlers;
