import { resource } from './overlay.ts';

export const temporarySchedule = resource({
  type: 'tocsin_temporary_schedule',
  category: 'On-call',
  description:
    'Days of a schedule that are planned by hand, in place of its layers. Where it has no shift, nobody is on call.',
  operations: {
    create: 'createTemporarySchedule',
    read: 'getTemporarySchedule',
    update: 'replaceTemporarySchedule',
    delete: 'deleteTemporarySchedule',
    list: { operation: 'listTemporarySchedules', items: 'temporarySchedules' },
  },
  attributes: {
    // It goes with its schedule: it cannot be moved to its successor.
    scheduleId: { replaces: true, description: 'Id of the schedule.' },
    start: { equivalent: 'instant' },
    end: { equivalent: 'instant' },
    'shifts[].start': { equivalent: 'instant', description: 'Begin of the shift.' },
    'shifts[].end': { equivalent: 'instant', description: 'End of the shift.' },
    'shifts[].userIds': { orderFree: true },
  },
  dataSources: [
    {
      type: 'tocsin_temporary_schedule',
      description: 'Days that are planned by hand, by their id, or the first of a schedule.',
      operation: 'searchTemporarySchedule',
      byId: 'getTemporarySchedule',
    },
  ],
});
