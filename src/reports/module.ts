import { organizationPlans } from '../identity/index.ts';
import { catchUp } from '../incident-days/index.ts';
import { unappliedSince } from '../ingest/index.ts';
import type { Ctx, Module, World } from '../kernel/index.ts';
import { forgetIn, leavesWithOrganization } from '../resources/index.ts';
import { removeOldMails, weeklyMailModel } from './weekly-mails.ts';

/** The task works for this long at a time. Incoming alerts go first, and a report that is asked for does the rest. */
const catchUpMilliseconds = 20_000;
/** Nobody waits longer for a name. */
const deletionMilliseconds = 3000;

export const reports = {
  name: 'reports',
  models: [weeklyMailModel],
  tasks: (world) => [
    {
      name: 'incident-facts',
      everySeconds: 30,
      run: (stopping) => catchUpAll(world, stopping),
    },
    {
      name: 'report-retention',
      everySeconds: 3600,
      run: (stopping) => removeOldMails(world, stopping),
    },
  ],
  // Mail servers name the mailbox in their answers.
  forgetPeople: forgetIn({ model: weeklyMailModel, texts: () => ['error'] }),
  keepOf: {
    // The facts of its incidents have its name.
    InboundIntegration: nameWhatIsThere,
    Team: nameWhatIsThere,
  },
  removeWith: leavesWithOrganization(weeklyMailModel),
} satisfies Module;

async function catchUpAll(world: World, stopping: AbortSignal): Promise<void> {
  for await (const { id } of organizationPlans(world)) {
    if (stopping.aborted) return;
    await catchUp(world, id, {
      unappliedSince: await unappliedSince(world),
      patienceMilliseconds: catchUpMilliseconds,
      inBackground: true,
      stopping,
    });
  }
}

async function nameWhatIsThere(ctx: Ctx): Promise<void> {
  await catchUp(ctx, ctx.organizationId, {
    unappliedSince: await unappliedSince(ctx),
    patienceMilliseconds: deletionMilliseconds,
  });
}
