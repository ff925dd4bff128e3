import type { Module } from '../kernel/index.ts';
import { processModel } from './model.ts';

export const processes = { name: 'processes', models: [processModel] } satisfies Module;
