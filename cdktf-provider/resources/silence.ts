import { resource } from './overlay.ts';

export const silence = resource({
  type: 'tocsin_silence',
  category: 'Incidents',
  description:
    'A time in which incidents that match are opened without telling anybody. What is open and not acknowledged at its end starts to alert.',
  operations: {
    create: 'createSilence',
    read: 'getSilence',
    update: 'replaceSilence',
    delete: 'deleteSilence',
    list: { operation: 'listSilences', items: 'silences' },
  },
  ignore: {
    isActive: 'changes with the clock',
    createdById: 'of use to people, not to configurations',
  },
  attributes: {
    // Deleting the team deletes the silence: it cannot be moved to its successor.
    teamId: { replaces: true, description: 'Id of the team whose incidents it mutes.' },
    matchers: { equivalent: 'empty-is-null' },
    'matchers[].ignoreCase': { nullMeans: false },
  },
  dataSources: [],
});
