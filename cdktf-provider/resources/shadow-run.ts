import { resource } from './overlay.ts';

/** Attributes that the server sets when it reads the log. */
const shown = {
  isSilent: 'changes with the clock',
  readAt: 'changes with the clock',
  readUntil: 'changes with the clock',
  failingSince: 'changes with the clock',
  problem: 'changes with the log',
  problemSentence: 'changes with the log',
};

export const shadowRun = resource({
  type: 'tocsin_shadow_run',
  category: 'Incidents',
  description:
    'Runs teams beside another product that tells their people: here nobody is, while its `state` is `Shadow`.',
  operations: {
    create: 'createShadowRun',
    read: 'getShadowRun',
    update: 'replaceShadowRun',
    delete: 'deleteShadowRun',
    list: { operation: 'listShadowRuns', items: 'shadowRuns' },
  },
  ignore: shown,
  attributes: {
    displayName: { description: 'What people call it.' },
    teamIds: { orderFree: true },
    matchBy: { orderFree: true },
    ignores: { equivalent: 'empty-is-null' },
  },
  dataSources: [
    {
      type: 'tocsin_shadow_run',
      description: 'One shadow run, by its id or by its exact display name.',
      operation: 'searchShadowRun',
      byId: 'getShadowRun',
      ignore: { ...shown, apiKey: 'is a secret' },
    },
  ],
});
