import type { Module } from '../kernel/index.ts';
import { intakeProcessModel, payloadModel } from './model.ts';

export const ingest = {
  name: 'ingest',
  models: [payloadModel, intakeProcessModel],
} satisfies Module;
