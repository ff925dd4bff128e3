import type { Module } from '../kernel/index.ts';
import { forgetIn, leavesWithOrganization } from '../resources/index.ts';
import type { CallSession } from './call-session.ts';
import { removeEndedLeases } from './engagements.ts';
import { callerEntity, goOnDeleting, settleCallAudit } from './erase-calls.ts';
import { callEngagementModel, callSessionModel } from './model.ts';
import { numberSetUpModel } from './number-set-up.ts';
import { removeCalls, removeExpiredCalls } from './retention.ts';

export const calls = {
  name: 'calls',
  models: [callSessionModel, callEngagementModel, numberSetUpModel],
  settleAudit: settleCallAudit,
  // Answers to the carrier have the numbers that it dialled. While a call goes on, it may ask for them again.
  forgetPeople: forgetIn({
    model: callSessionModel,
    texts: (call) => (hasEnded(call) ? ['applied'] : []),
  }),
  tasks: (world, settings) => [
    {
      name: 'call-retention',
      everySeconds: 3600,
      async run(stopping) {
        await settleCallAudit(world);
        await removeEndedLeases(world);
        await removeExpiredCalls(world, settings, stopping);
      },
    },
  ],
  removeWith: {
    ...leavesWithOrganization(callEngagementModel, callSessionModel, numberSetUpModel),
    async [callerEntity](ctx, { sealed }) {
      if (sealed !== undefined) await goOnDeleting(ctx, sealed);
    },
    /** Calls that are going on continue and lead to their incident: somebody is calling. */
    async InboundIntegration(world, { id }, stopping) {
      await numberSetUpModel(world.store).deleteOne({ _id: id });
      await removeCalls(world, { integrationId: id, isSettled: true }, stopping);
    },
  },
} satisfies Module;

function hasEnded(call: { session?: Pick<CallSession, 'phase'> }): boolean {
  return call.session?.phase === 'ended';
}
