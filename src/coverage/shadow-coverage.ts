import type { Ctx } from '../kernel/index.ts';
import { listResources } from '../resources/index.ts';
import { say, zonedMoment } from '../sentences/index.ts';
import { isSilentAt, logOf, shadowRunKind } from '../shadow/index.ts';
import { type Finding, type FindingTeam, finding } from './finding.ts';

/** Teams of whose incidents nobody is told, because another product does. */
export async function teamsInShadow(
  ctx: Ctx,
  teamIds: readonly string[],
  teamOf: (id: string) => FindingTeam | null,
): Promise<Finding[]> {
  const { items } = await listResources(ctx, shadowRunKind);
  const silent = items.filter((run) => isSilentAt(run, ctx.clock.now()));
  return silent.flatMap(({ id: objectId, wire }) => {
    const { displayName: name, until: end } = wire;
    const { displayName: product } = logOf(wire);
    const own = wire.teamIds.map((id) => id.toLowerCase()).filter((id) => teamIds.includes(id));
    return own.map((id) => {
      const team = teamOf(id);
      const until = zonedMoment(Date.parse(end), team?.timeZoneId ?? 'UTC');
      const sentence = say('teamInShadow', { name, product, until });
      return finding('InShadow', 'Hint', sentence, { objectId, team, end });
    });
  });
}
