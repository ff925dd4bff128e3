import { isDeepStrictEqual } from 'node:util';
import type { components } from '../contract/index.ts';
import {
  byLookup,
  defineKind,
  demandInterval,
  lookupInstant,
  type Resource,
  wireShapes,
} from '../resources/index.ts';
import { demandTeam } from '../teams/index.ts';
import { toActiveOverride } from './cover.ts';
import { keepOverride } from './former-overrides.ts';

/** Team null: all teams of the user. Tier null: 1 of an extra duty, all of an absence. */
export type OverrideWire = Required<components['schemas']['OnCallOverrideInput']>;

export interface OverrideInternal {
  /** Who made it by taking a shift, until somebody replaces it by hand. */
  takenBy?: string;
}

export type Override = Resource<OverrideWire, OverrideInternal>;

/** Later than every date and time, as text. */
const endless = 'z';

/** Absences and extra duties; who is in which team is not checked (public-api.md 2.13). */
export const overrideKind = defineKind<OverrideWire, OverrideInternal>({
  entityType: 'OnCallOverride',
  noun: 'on-call-override',
  collection: 'on_call_overrides',
  shape: wireShapes.OnCallOverride,
  displayNameOf: () => null,
  lookupOf: ({ userId, teamId, end }) => ({
    userId,
    teamId,
    endsAt: end === null ? endless : lookupInstant(end),
  }),
  personOf: ({ userId }) => userId,
  filters: { UserId: byLookup('userId'), TeamId: byLookup('teamId') },
  teamOf: (ctx, { teamId }) => (teamId === null ? null : demandTeam(ctx, teamId)),
  async prepare(ctx, wire, current) {
    demandInterval(wire);
    // Only notes what is there, and again what it noted before (see `keepOverride`).
    if (current && !isSame(current.wire, wire)) await keepOverride(ctx, current);
    return { wire, internal: {} };
  },
  beforeRemove: keepOverride,
  removedWith: {
    // Overrides managed as code are left to the code, which may be about to name another team or user.
    Team: (id) => ({ 'lookup.teamId': id, provisioned: false }),
    User: (id) => ({ 'lookup.userId': id, provisioned: false }),
  },
  indexes: [
    [{ organizationId: 1, 'lookup.userId': 1 }],
    [{ organizationId: 1, 'lookup.teamId': 1 }, { sparse: true }],
    // Finds overrides that have not ended, to see who is on call.
    [{ organizationId: 1, 'lookup.endsAt': 1 }],
  ],
});

function isSame(one: OverrideWire, other: OverrideWire): boolean {
  const teams = [one, other].map(({ teamId }) => teamId?.toLowerCase() ?? null);
  return teams[0] === teams[1] && isDeepStrictEqual(toActiveOverride(one), toActiveOverride(other));
}
