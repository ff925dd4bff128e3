import { removeInSteps } from '../jobs/index.ts';
import type { Module } from '../kernel/index.ts';
import { leavesWithOrganization } from '../resources/index.ts';
import { calendarFeedKind } from './calendar-feeds.ts';
import { coverRequestKind } from './cover-request-kind.ts';
import { coverTasks } from './cover-task.ts';
import { escalationsKind } from './escalations.ts';
import { formerOverrideModel } from './former-overrides.ts';
import { formerTemporaryModel } from './former-temporaries.ts';
import { versionTasks } from './note-versions.ts';
import { overrideKind } from './overrides.ts';
import { policyKind } from './policy-kind.ts';
import { scheduleKind } from './schedule-kind.ts';
import { scheduleVersionModel } from './schedule-versions.ts';
import { temporaryScheduleKind } from './temporary-schedule-kind.ts';
import { toldShiftsIn, toldShiftsModel } from './told-shifts.ts';
import { planVersionModel } from './versions.ts';

export const onCall = {
  name: 'on-call',
  kinds: [
    escalationsKind,
    overrideKind,
    calendarFeedKind,
    scheduleKind,
    temporaryScheduleKind,
    policyKind,
    coverRequestKind,
  ],
  models: [
    planVersionModel,
    formerOverrideModel,
    scheduleVersionModel,
    formerTemporaryModel,
    toldShiftsModel,
  ],
  tasks: (world, settings) => [...versionTasks(world), ...coverTasks(world, settings)],
  removeWith: {
    ...leavesWithOrganization(
      planVersionModel,
      formerOverrideModel,
      scheduleVersionModel,
      formerTemporaryModel,
      toldShiftsModel,
    ),
    async User(world, { id }) {
      await toldShiftsIn(world).deleteMany({ userId: id });
    },
    async Team(world, { id }, stopping) {
      for (const model of [planVersionModel, formerOverrideModel])
        await removeInSteps(world, model, { teamId: id }, { stopping });
    },
    async OnCallSchedule(world, { id }, stopping) {
      for (const model of [scheduleVersionModel, formerOverrideModel, formerTemporaryModel])
        await removeInSteps(world, model, { scheduleId: id }, { stopping });
    },
  },
} satisfies Module;
