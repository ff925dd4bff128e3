import { resource } from './overlay.ts';

/** Attributes that the server sets when it reads the calendar. */
const shown = {
  readAt: 'changes with the clock',
  failingSince: 'changes with the clock',
  problem: 'changes with the calendar',
  problemSentence: 'changes with the calendar',
  eventCount: 'changes with the calendar',
  ignoredCount: 'changes with the calendar',
  upcoming: 'changes with the clock',
};

export const personCalendar = resource({
  type: 'tocsin_person_calendar',
  category: 'On-call',
  description:
    'A calendar that is kept elsewhere: the leave of a person, or holidays. Of its events only the times are kept.',
  operations: {
    create: 'createPersonCalendar',
    read: 'getPersonCalendar',
    update: 'replacePersonCalendar',
    delete: 'deletePersonCalendar',
    list: { operation: 'listPersonCalendars', items: 'personCalendars' },
  },
  ignore: shown,
  attributes: {
    displayName: { description: 'What people call it.' },
    // Deleting the user or the team deletes the calendar: it cannot be moved to their successor.
    userId: { replaces: true },
    teamId: { replaces: true },
    kind: { replaces: true },
  },
  dataSources: [
    {
      type: 'tocsin_person_calendar',
      description: 'One calendar, by its id or by its exact display name.',
      operation: 'searchPersonCalendar',
      byId: 'getPersonCalendar',
      ignore: shown,
    },
  ],
});
