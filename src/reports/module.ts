import { organizationPlans } from '../identity/index.ts';
import { type Ctx, horizonOf, type Module, type World } from '../kernel/index.ts';
import { leavesWithOrganization } from '../resources/index.ts';
import { removeInSteps } from '../store/index.ts';
import { catchUp, keepFactOf } from './keep-facts.ts';
import { factModel, packedDayModel, positionModel } from './model.ts';
import { packDays } from './packed-days.ts';
import { removeOldMails, weeklyMailModel } from './weekly-mails.ts';

/** The task works for this long at a time. Incoming alerts go first, and a report that is asked for does the rest. */
const catchUpMilliseconds = 20_000;
/** Nobody waits longer for a name. */
const deletionMilliseconds = 3000;

export const reports = {
  name: 'reports',
  models: [factModel, positionModel, packedDayModel, weeklyMailModel],
  tasks: (world, { retention, onExpired }) => [
    {
      name: 'incident-facts',
      everySeconds: 60,
      run: (stopping) =>
        ofEachOrganization(world, stopping, async (id) => {
          const patienceMilliseconds = catchUpMilliseconds;
          await catchUp(world, id, { patienceMilliseconds, makesWay: true, stopping });
        }),
    },
    {
      name: 'incident-fact-days',
      everySeconds: 600,
      run: (stopping) => ofEachOrganization(world, stopping, (id) => packDays(world, id, stopping)),
    },
    {
      name: 'report-retention',
      everySeconds: 3600,
      async run(stopping) {
        await removeOldMails(world, stopping);
        const horizon = horizonOf(retention, 'reports', world.clock.now());
        await ofEachOrganization(world, stopping, async (organizationId) => {
          const expired = { organizationId, createdAt: { $lt: horizon } };
          onExpired('reports', await removeInSteps(factModel(world.store), expired, { stopping }));
          const day = `${organizationId} ${horizon.toISOString().slice(0, 10)}`;
          const packed = { _id: { $gte: `${organizationId} `, $lte: day } };
          // as never: the driver takes ids for its own unless it knows the documents.
          await removeInSteps(packedDayModel(world.store), packed as never, { stopping });
        });
      },
    },
  ],
  keepOf: {
    Incident: keepFactOf,
    // The facts of its incidents have its name.
    InboundIntegration: nameWhatIsThere,
    Team: nameWhatIsThere,
  },
  removeWith: {
    async Organization(world, removed, stopping) {
      await leavesWithOrganization(factModel, packedDayModel, weeklyMailModel).Organization?.(
        world,
        removed,
        stopping,
      );
      await positionModel(world.store).deleteOne({ _id: removed.id });
    },
  },
} satisfies Module;

async function nameWhatIsThere(ctx: Ctx): Promise<void> {
  await catchUp(ctx, ctx.organizationId, { patienceMilliseconds: deletionMilliseconds });
}

async function ofEachOrganization(
  world: World,
  stopping: AbortSignal,
  work: (organizationId: string) => Promise<void>,
): Promise<void> {
  for await (const { id } of organizationPlans(world)) {
    if (stopping.aborted) return;
    await work(id);
  }
}
