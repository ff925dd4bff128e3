import type { Module } from '../kernel/index.ts';
import { payloadModel, revisionModel, watermarkModel } from './model.ts';
import { removeExpiredPayloads, removePayloadsOf } from './retention.ts';
import { removeUnusedRevisions } from './revisions.ts';
import { unreadableEpisodeModel } from './unreadable-episode.ts';

export const ingest = {
  name: 'ingest',
  models: [payloadModel, revisionModel, watermarkModel, unreadableEpisodeModel],
  removeWith: { InboundIntegration: removePayloadsOf },
  tasks: (world, settings) => [
    {
      name: 'payload-retention',
      everySeconds: 3600,
      run: (stopping) => removeExpiredPayloads(world, settings, stopping),
    },
    {
      name: 'payload-revisions',
      everySeconds: 6 * 3600,
      run: (stopping) => removeUnusedRevisions(world, stopping),
    },
  ],
} satisfies Module;
