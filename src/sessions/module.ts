import { removeInSteps } from '../jobs/index.ts';
import type { Module } from '../kernel/index.ts';
import { leavesWithOrganization } from '../resources/index.ts';
import { endSessionsOf } from './end-session.ts';
import { sessionModel } from './model.ts';
import { removeOverSessions, settleSessions } from './sweep.ts';

export const sessions = {
  name: 'sessions',
  models: [sessionModel],
  settleAudit: settleSessions,
  tasks: (world) => [
    { name: 'session-outbox', everySeconds: 30, run: () => settleSessions(world) },
    {
      name: 'sessions-sweep',
      everySeconds: 600,
      run: (stopping) => removeOverSessions(world, stopping),
    },
  ],
  async personSuspended(ctx, userId) {
    const { organizationId } = ctx;
    await endSessionsOf(ctx, { organizationId, userId }, { reason: 'suspended', by: ctx });
  },
  removeWith: {
    ...leavesWithOrganization(sessionModel),
    async User(ctx, { id, organizationId }, stopping) {
      await removeInSteps(ctx, sessionModel, { organizationId, userId: id }, { stopping });
    },
  },
} satisfies Module;
