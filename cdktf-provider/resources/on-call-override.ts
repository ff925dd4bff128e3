import { resource } from './overlay.ts';

export const onCallOverride = resource({
  type: 'tocsin_on_call_override',
  category: 'On-call',
  description:
    'A time in which somebody is off call although the schedule says on, or on call in addition to it.',
  operations: {
    create: 'createOnCallOverride',
    read: 'getOnCallOverride',
    update: 'replaceOnCallOverride',
    delete: 'deleteOnCallOverride',
    list: { operation: 'listOnCallOverrides', items: 'onCallOverrides' },
  },
  takesOver: 'allquiet_on_call_override',
  attributes: {
    // Deleting the user or the team deletes the override: it cannot be moved to their successor.
    userId: { replaces: true, description: 'Id of the user.' },
    teamId: { replaces: true, description: 'Id of the team; all teams of the user when left out.' },
    start: { description: 'Begin of the override.' },
    end: { description: 'End of the override.' },
    scheduleId: {
      replaces: true,
      description: 'Id of the schedule that it is about, in place of a team.',
    },
    layerIds: { orderFree: true },
    mode: { nullMeans: 'add' },
    replacementUserIds: { description: 'Ids of the users who stand in.' },
  },
  dataSources: [
    {
      type: 'tocsin_on_call_override',
      description: 'One override, by its id, or the first of a user or a team.',
      operation: 'searchOnCallOverride',
      byId: 'getOnCallOverride',
    },
    {
      type: 'tocsin_on_call_overrides',
      description: 'All overrides, or those of a user or a team.',
      operation: 'listOnCallOverrides',
      items: 'onCallOverrides',
    },
  ],
});
