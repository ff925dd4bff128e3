import type { Module } from '../kernel/index.ts';
import { payloadModel, watermarkModel } from './model.ts';
import { removeExpiredPayloads, removePayloadsOf } from './retention.ts';

export const ingest = {
  name: 'ingest',
  models: [payloadModel, watermarkModel],
  removeWith: { InboundIntegration: removePayloadsOf },
  tasks: (world, settings) => [
    {
      name: 'payload-retention',
      everySeconds: 3600,
      run: (stopping) => removeExpiredPayloads(world, settings, stopping),
    },
  ],
} satisfies Module;
