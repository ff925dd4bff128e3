import { type HoldSettings, integrationKind } from '../integrations/index.ts';
import type { Ctx } from '../kernel/index.ts';
import { listResources } from '../resources/index.ts';
import type { Routing } from '../routing/index.ts';
import { type Sentence, say } from '../sentences/index.ts';
import { type Finding, type FindingTeam, finding } from './finding.ts';

type TeamOf = (id: string) => FindingTeam | null;

/**
 * Finds integrations and rules that hold incidents back for longer than the wait between the first two steps of their
 * team, and those that let incidents end untold. `waitOf`: minutes until the second step of the team; null where none
 * follows.
 */
export async function heldForLong(
  ctx: Ctx,
  teamIds: readonly string[],
  routings: readonly Routing[],
  { teamOf, waitOf }: { teamOf: TeamOf; waitOf(teamId: string): number | null },
): Promise<Finding[]> {
  const { items } = await listResources(ctx, integrationKind, { teamId: { $in: [...teamIds] } });
  const holders = [
    ...items.map(({ id, wire }) => ({
      id,
      name: wire.displayName,
      teamId: wire.teamId,
      hold: wire.holdSettings,
    })),
    ...routings.flatMap(({ id, wire }) =>
      wire.rules.map(({ displayName, actions }, place) => ({
        id,
        name: displayName ?? `${wire.displayName} ${place + 1}`,
        teamId: wire.teamId,
        hold: actions?.hold,
      })),
    ),
  ];
  return holders.flatMap(({ id, name, teamId, hold }) => {
    const said = hold ? saidOf(name, hold, waitOf(teamId.toLowerCase())) : null;
    return said
      ? [finding('HoldLongerThanStep', 'Hint', said, { objectId: id, team: teamOf(teamId) })]
      : [];
  });
}

function saidOf(
  name: string,
  { threshold, pauseMinutes }: HoldSettings,
  wait: number | null,
): Sentence | null {
  if (threshold?.below === 'forget')
    return say('holdMayForget', {
      name,
      count: threshold.payloads,
      minutes: threshold.withinMinutes,
    });
  const minutes = threshold?.withinMinutes ?? pauseMinutes ?? 0;
  return wait !== null && minutes > wait
    ? say('holdLongerThanStep', { name, minutes, wait })
    : null;
}
