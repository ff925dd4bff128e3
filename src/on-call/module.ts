import type { Module } from '../kernel/index.ts';
import { escalationsKind } from './escalations.ts';
import { overrideKind } from './overrides.ts';

export const onCall = {
  name: 'on-call',
  kinds: [escalationsKind, overrideKind],
} satisfies Module;
