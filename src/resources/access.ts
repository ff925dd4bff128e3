import type { Ctx } from '../kernel/index.ts';
import { refusal, say } from '../sentences/index.ts';

/** Objects without a team belong to the organization: seeing them takes no team. */
export function canSeeTeam(ctx: Ctx, teamId: string | null): boolean {
  return teamId === null || ctx.teams.see === 'all' || ctx.teams.see.includes(teamId);
}

/**
 * Objects that the whole organization shares are seen by everybody with a role in it, even if only in one of its teams.
 */
export function seesShared({ teams: { see } }: Ctx): boolean {
  return see === 'all' || see.length > 0;
}

/** Whether the caller sees this object of a kind. */
export function canSee(
  ctx: Ctx,
  { sharedWithin }: { sharedWithin?: 'organization' | { having: string } },
  { teamId, lookup }: { teamId: string | null; lookup: Readonly<Record<string, unknown>> },
): boolean {
  if (sharedWithin === undefined) return canSeeTeam(ctx, teamId);
  if (sharedWithin === 'organization') return seesShared(ctx);
  return canSeeTeam(ctx, teamId) || (seesShared(ctx) && lookup[sharedWithin.having] !== undefined);
}

export function canEditTeam(ctx: Ctx, teamId: string | null): boolean {
  return ctx.teams.edit === 'all' || (teamId !== null && ctx.teams.edit.includes(teamId));
}

/** Secrets are shown in clear to whoever may edit the object, and masked for other readers (public-api.md 0.9). */
export function maySeeSecrets(ctx: Ctx, teamId: string | null): boolean {
  return !ctx.isReadOnly && canEditTeam(ctx, teamId);
}

/** 403 unless the actor administers the team (or holds the organization-wide right). */
export function demandTeamEdit(ctx: Ctx, teamId: string | null): void {
  if (!canEditTeam(ctx, teamId)) throw refusal('forbidden', say('teamRoleNeeded'));
}

/** The part of a query that keeps to the teams the actor may see. */
export function visibleTeams(ctx: Ctx): { teamId?: { $in: (string | null)[] } } {
  return ctx.teams.see === 'all' ? {} : { teamId: { $in: [null, ...ctx.teams.see] } };
}
