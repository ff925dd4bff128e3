import type { Ctx } from '../kernel/index.ts';
import { invalidField } from '../kernel/index.ts';
import { defineKind, demandDateTime, type Resource, wireShapes } from '../resources/index.ts';
import { demandTeam } from '../teams/index.ts';

export interface Rotation {
  members: { teamMembershipId: string }[];
}

export interface Schedule {
  displayName?: string | null;
  rotations: Rotation[];
  scheduleSettings?: Record<string, unknown> | null;
  rotationSettings?: Record<string, unknown> | null;
  roundRobinSettings?: { roundRobinSize?: number | null } | null;
}

export interface EscalationTier {
  schedules: Schedule[];
  [member: string]: unknown;
}

/** The members of the document's TeamEscalations; memberships in it may be gone (public-api.md 2.5). */
export interface EscalationsWire {
  teamId: string;
  escalationTiers: EscalationTier[];
  tierSettings: Record<string, unknown> | null;
}

export type Escalations = Resource<EscalationsWire>;

/** One per team, under the id of the team. */
export const escalationsKind = defineKind<EscalationsWire>({
  entityType: 'TeamEscalations',
  noun: 'team-escalations',
  collection: 'team_escalations',
  shape: wireShapes.TeamEscalations,
  displayNameOf: () => null,
  sharesId: true,
  teamOf: (ctx, wire) => demandTeam(ctx, wire.teamId),
  prepare(_ctx, wire, current) {
    if (current && wire.teamId.toLowerCase() !== current.id)
      throw invalidField(
        'teamId',
        'Escalations belong to their team; write those of the other team instead.',
      );
    for (const [tier, { schedules }] of wire.escalationTiers.entries()) {
      for (const [index, { scheduleSettings }] of schedules.entries()) {
        const path = `escalationTiers[${tier}].schedules[${index}].scheduleSettings`;
        demandDateTime(`${path}.effectiveFrom`, scheduleSettings?.effectiveFrom);
        demandDateTime(`${path}.effectiveUntil`, scheduleSettings?.effectiveUntil);
      }
    }
    return { wire, house: {} };
  },
  removedWith: { Team: (id) => ({ _id: id }) },
});

/** What a team shows of its escalations: the settings for all tiers together, by team. */
export async function tierSettingsOf(
  ctx: Ctx,
  teamIds: readonly string[],
): Promise<Map<string, Record<string, unknown> | null>> {
  const found = await escalationsKind
    .model(ctx.store)
    .find({ _id: { $in: [...teamIds] }, organizationId: ctx.organizationId } as never, {
      'wire.tierSettings': 1,
    })
    .lean<{ _id: string; wire: EscalationsWire }[]>();
  return new Map(found.map(({ _id, wire }) => [_id, wire.tierSettings]));
}
