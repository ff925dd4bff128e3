import { errorAt } from '../runtime/diagnostics.ts';
import { resource } from './overlay.ts';
import { eachAt } from './rules.ts';

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
    nextStart: 'changes with the clock',
    nextEnd: 'changes with the clock',
    createdById: 'of use to people, not to configurations',
  },
  attributes: {
    // Deleting the team deletes the silence: it cannot be moved to its successor.
    teamId: { replaces: true, description: 'Id of the team whose incidents it mutes.' },
    matchers: { equivalent: 'empty-is-null' },
    effect: { nullMeans: 'mute' },
    inverted: { nullMeans: false },
    recurrences: { equivalent: 'empty-is-null' },
    noticeOutboundIntegrationIds: { orderFree: true },
    'matchers[].ignoreCase': { nullMeans: false },
  },
  rules: [
    eachAt('', ({ start, end }) =>
      typeof start === 'string' && typeof end === 'string' && Date.parse(end) <= Date.parse(start)
        ? [errorAt(['end'], 'Ends before it begins', 'The end must be after the start.')]
        : [],
    ),
  ],
  dataSources: [
    {
      type: 'tocsin_silence',
      description: 'One silence, by its id or by its exact display name.',
      operation: 'searchSilence',
      byId: 'getSilence',
    },
  ],
});
