import type { Module } from '../kernel/index.ts';
import { suppressionRuleKind } from './suppression-rule-kind.ts';

export const suppression = { name: 'suppression', kinds: [suppressionRuleKind] } satisfies Module;
