import { resource } from './overlay.ts';

export const supportHours = resource({
  type: 'tocsin_support_hours',
  category: 'On-call',
  description:
    'Hours of the week in which somebody is at work, by which incidents of integrations and services are more or less urgent.',
  operations: {
    create: 'createSupportHours',
    read: 'getSupportHours',
    update: 'replaceSupportHours',
    delete: 'deleteSupportHours',
    list: { operation: 'listSupportHours', items: 'supportHours' },
  },
  attributes: {
    labels: { description: 'Free labels.' },
    'hours[].selectedDays': { orderFree: true },
    holidayCalendarIds: { orderFree: true },
  },
  dataSources: [
    {
      type: 'tocsin_support_hours',
      description: 'Support hours, by their id or by their exact display name.',
      operation: 'searchSupportHours',
      byId: 'getSupportHours',
    },
  ],
});
