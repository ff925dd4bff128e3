import { userKind } from '../identity/index.ts';
import {
  defineKind,
  demandDateTime,
  demandReference,
  type Resource,
  wireShapes,
} from '../resources/index.ts';
import { demandTeam } from '../teams/index.ts';

export interface OverrideWire {
  userId: string;
  /** Null: all teams of the user. */
  teamId: string | null;
  type: 'online' | 'offline';
  start: string | null;
  end: string | null;
  replacementUserIds: string[] | null;
  /** Tier of an extra duty; null is 1. */
  escalationTier: number | null;
}

export type Override = Resource<OverrideWire>;

/** Absences and extra duties; who is in which team is not checked (public-api.md 2.13). */
export const overrideKind = defineKind<OverrideWire>({
  entityType: 'OnCallOverride',
  noun: 'on-call-override',
  collection: 'on_call_overrides',
  shape: wireShapes.OnCallOverride,
  displayNameOf: () => null,
  lookupOf: ({ userId, teamId }) => ({ userId, teamId }),
  teamOf: (ctx, { teamId }) => (teamId === null ? null : demandTeam(ctx, teamId)),
  async prepare(ctx, wire) {
    await demandReference(ctx, userKind, 'userId', wire.userId);
    demandDateTime('start', wire.start);
    demandDateTime('end', wire.end);
    return { wire, house: {} };
  },
  removedWith: {
    Team: (id) => ({ 'lookup.teamId': id }),
    // Overrides managed as code are left to the code, which may be about to name another user.
    User: (id) => ({ 'lookup.userId': id, provisioned: false }),
  },
  indexes: [
    [{ organizationId: 1, 'lookup.userId': 1 }],
    [{ organizationId: 1, 'lookup.teamId': 1 }, { sparse: true }],
  ],
});

export function isActive({ start, end }: Pick<OverrideWire, 'start' | 'end'>, at: Date): boolean {
  return (
    (start === null || Date.parse(start) <= at.getTime()) &&
    (end === null || at.getTime() < Date.parse(end))
  );
}
