import { type Ctx, systemContext } from '../kernel/index.ts';
import { findResource } from '../resources/index.ts';
import { teamKind } from '../teams/index.ts';
import type { CoverRequest } from './cover-request-kind.ts';
import { scheduleKind } from './schedule-kind.ts';

export interface CoverPlace {
  displayName: string;
  timeZoneId: string;
}

/** The schedule or the team that a request is about, for whoever was asked; null once it is gone. */
export async function placeOfCover(ctx: Ctx, { wire }: CoverRequest): Promise<CoverPlace | null> {
  const all = systemContext(ctx, ctx.organizationId);
  const found = wire.scheduleId
    ? await findResource(all, scheduleKind, { _id: wire.scheduleId.toLowerCase() })
    : await findResource(all, teamKind, { _id: wire.teamId?.toLowerCase() ?? '' });
  if (!found) return null;
  const { displayName, timeZoneId } = found.wire;
  return { displayName, timeZoneId: timeZoneId ?? 'UTC' };
}
