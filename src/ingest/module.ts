import type { Module } from '../kernel/index.ts';
import { payloadModel, watermarkModel } from './model.ts';

export const ingest = {
  name: 'ingest',
  models: [payloadModel, watermarkModel],
} satisfies Module;
