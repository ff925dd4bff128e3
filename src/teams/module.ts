import type { Module } from '../kernel/index.ts';
import { teamMembershipKind } from './memberships.ts';
import { teamKind } from './teams.ts';

export const teams = {
  name: 'teams',
  kinds: [teamKind, teamMembershipKind],
} satisfies Module;
