import { resource } from './overlay.ts';

export const schedule = resource({
  type: 'tocsin_schedule',
  category: 'On-call',
  description:
    'A schedule of the organization: layers of people who take turns. The highest level with anybody on duty wins.',
  operations: {
    create: 'createOnCallSchedule',
    read: 'getOnCallSchedule',
    update: 'replaceOnCallSchedule',
    delete: 'deleteOnCallSchedule',
    list: { operation: 'listOnCallSchedules', items: 'onCallSchedules' },
  },
  attributes: {
    labels: { description: 'Free labels.' },
    'layers[].id': {
      serverChooses: true,
      description:
        'Name of the layer for overrides. One is made up where it is left out, and kept by position: set it where overrides name layers.',
    },
    'layers[].startsAt': { equivalent: 'instant' },
    'layers[].endsAt': { equivalent: 'instant' },
    'layers[].turns.from': { equivalent: 'instant' },
    'layers[].onHolidays': { nullMeans: 'normal' },
    'layers[].turns.clock': { nullMeans: 'wall' },
    'layers[].groups[].userIds': { orderFree: true },
    holidayCalendarIds: { orderFree: true },
    onLeave: { nullMeans: 'warn' },
    noticesBeforeMinutes: { orderFree: true },
  },
  dataSources: [
    {
      type: 'tocsin_schedule',
      description: 'One schedule, by its id or by its exact display name.',
      operation: 'searchOnCallSchedule',
      byId: 'getOnCallSchedule',
    },
    {
      type: 'tocsin_on_call',
      description: 'Who is on call by a schedule, now or at a moment, and who is next.',
      operation: 'getOnCallBySchedule',
      attributes: {
        'people[].user': { description: 'Who it is.' },
        'people[].user.displayName': { description: 'Their name, as it is shown.' },
        'people[].user.avatarUrl': { description: 'Address of their picture.' },
        'people[].user.email': { description: 'Their mail address.' },
      },
    },
  ],
});
