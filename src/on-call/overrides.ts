import { isDeepStrictEqual } from 'node:util';
import type { components } from '../contract/index.ts';
import { type Ctx, invalidField } from '../kernel/index.ts';
import {
  byLookup,
  defineKind,
  demandInterval,
  lookupInstant,
  type Resource,
  wireShapes,
} from '../resources/index.ts';
import { refusal, type Sentence, say } from '../sentences/index.ts';
import { demandTeam } from '../teams/index.ts';
import { toActiveOverride } from './cover.ts';
import { keepOverride } from './former-overrides.ts';
import { defaultPolicies } from './policy-kind.ts';
import { demandSchedule } from './schedule-kind.ts';

/**
 * Team null: all teams of the user, or a schedule, which it then names. Tier null: 1 of an extra duty, all of an
 * absence.
 */
export type OverrideWire = Required<components['schemas']['OnCallOverrideInput']>;

export interface OverrideInternal {
  /** Who made it by taking a shift, until somebody replaces it by hand. */
  takenBy?: string;
  /** The accepted cover request that made it and takes it back. */
  coverRequestId?: string;
  /** When it was last replaced by another: what it says now counts from then on, wherever it counted before. */
  since?: Date;
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
  // An override of a schedule is seen like the schedule, and has the same owner.
  sharedWithin: { having: 'scheduleId' },
  lookupOf: ({ userId, teamId, scheduleId, end }, { coverRequestId }) => ({
    userId,
    teamId,
    scheduleId,
    endsAt: end === null ? endless : lookupInstant(end),
    coverRequestId: coverRequestId ?? null,
  }),
  personOf: ({ userId }) => userId,
  filters: {
    UserId: byLookup('userId'),
    TeamId: byLookup('teamId'),
    ScheduleId: byLookup('scheduleId'),
  },
  async teamOf(ctx, { teamId, scheduleId }) {
    if (scheduleId) return (await demandSchedule(ctx, scheduleId)).teamId;
    return teamId === null ? null : demandTeam(ctx, teamId);
  },
  async prepare(ctx, wire, current) {
    const coverRequestId = current?.internal.coverRequestId;
    if (coverRequestId !== undefined)
      throw refusal('conflict', say('coverOverride', { request: coverRequestId }));
    demandInterval(wire);
    await demandOfSchedule(ctx, wire, current?.wire);
    if (!current) {
      await demandTiers(ctx, wire);
      return { wire, internal: {} };
    }
    const { since } = current.internal;
    if (isSame(current.wire, wire)) return { wire, internal: since ? { since } : {} };
    const now = ctx.clock.now();
    // Only notes what is there, and again what it noted before (see `keepOverride`).
    await keepOverride(ctx, current, now);
    return { wire, internal: { since: now } };
  },
  beforeRemove: (ctx, current) => keepOverride(ctx, current),
  removedWith: {
    // Overrides managed as code are left to the code, which may be about to name another team or user.
    Team: (id) => ({ 'lookup.teamId': id, provisioned: false }),
    User: (id) => ({ 'lookup.userId': id, provisioned: false }),
    OnCallSchedule: (id) => ({ 'lookup.scheduleId': id, provisioned: false }),
  },
  indexes: [
    [{ organizationId: 1, 'lookup.userId': 1 }],
    [{ organizationId: 1, 'lookup.teamId': 1 }, { sparse: true }],
    [{ organizationId: 1, 'lookup.scheduleId': 1 }, { sparse: true }],
    // Takes back what a cover request made.
    [{ organizationId: 1, 'lookup.coverRequestId': 1 }, { sparse: true }],
    // Finds overrides that have not ended, to see who is on call.
    [{ organizationId: 1, 'lookup.endsAt': 1 }],
  ],
});

/**
 * 409 where the team follows a policy, which knows no overrides of teams: nothing is stored that has no effect. What is
 * over is about the tiers that the team had then.
 */
async function demandTiers(ctx: Ctx, { teamId, end }: OverrideWire): Promise<void> {
  if (end !== null && Date.parse(end) <= ctx.clock.now().getTime()) return;
  const id = teamId?.toLowerCase();
  const policy = id === undefined ? undefined : (await defaultPolicies(ctx, [id])).get(id);
  if (!policy) return;
  const { displayName: name } = policy.wire;
  throw refusal('conflict', say('overrideOfPolicy', { name, id: policy.id }), { field: 'teamId' });
}

/** 400 for what would be accepted and not count. */
async function demandOfSchedule(
  ctx: Ctx,
  { teamId, scheduleId, escalationTier, type, mode, layerIds }: OverrideWire,
  before: OverrideWire | undefined,
): Promise<void> {
  const demand = (isRight: boolean, member: string, sentence: Sentence) => {
    if (!isRight) throw invalidField(member, sentence);
  };
  if (!scheduleId) {
    demand(!layerIds, 'layerIds', say('overrideNeedsSchedule'));
    // Beside the others is what an extra duty in a team means anyway.
    demand(mode !== 'replace', 'mode', say('overrideNeedsSchedule'));
    return;
  }
  demand(teamId === null, 'teamId', say('overrideOfOne'));
  demand(escalationTier === null, 'escalationTier', say('overrideTiers'));
  demand(!mode || type === 'online', 'mode', say('overrideModeOfDuty'));
  demand(
    !layerIds || type === 'offline' || mode === 'replace',
    'layerIds',
    say('overrideAddsToAll'),
  );
  // A layer that is gone may stay: it must not block other changes.
  const added = (layerIds ?? []).filter((id) => !before?.layerIds?.includes(id));
  if (added.length === 0) return;
  const { wire } = await demandSchedule(ctx, scheduleId);
  const known = wire.layers.map(({ id }) => id ?? '');
  for (const layer of added)
    demand(known.includes(layer), 'layerIds', say('layerUnknown', { layer, layers: known }));
}

function isSame(one: OverrideWire, other: OverrideWire): boolean {
  const placeOf = ({ teamId, scheduleId, layerIds, mode }: OverrideWire) => ({
    teamId: teamId?.toLowerCase() ?? null,
    scheduleId: scheduleId?.toLowerCase() ?? null,
    layerIds: layerIds ?? null,
    mode: mode ?? null,
  });
  return (
    isDeepStrictEqual(placeOf(one), placeOf(other)) &&
    isDeepStrictEqual(toActiveOverride(one), toActiveOverride(other))
  );
}
