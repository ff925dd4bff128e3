import { temporaryScheduleKind } from '../../../on-call/index.ts';
import { resourceOperations } from '../resource-operations.ts';

export const temporaryScheduleOperations = resourceOperations({
  kind: temporaryScheduleKind,
  name: 'TemporarySchedule',
  list: 'TemporarySchedules',
  items: 'temporarySchedules',
});
