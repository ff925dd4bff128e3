import type { Module } from '../kernel/index.ts';
import { guaranteeKind } from './guarantee-kind.ts';

export const proofs = { name: 'proofs', kinds: [guaranteeKind] } satisfies Module;
