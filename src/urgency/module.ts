import type { Module } from '../kernel/index.ts';
import { supportHoursKind } from './support-hours-kind.ts';

export const urgencies = { name: 'urgency', kinds: [supportHoursKind] } satisfies Module;
