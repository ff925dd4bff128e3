import { isList, type Value } from '../runtime/value.ts';
import type { Block } from './blocks.ts';

/** Members by which an object hangs on one of a team, and so on the team. */
const owners = ['integrationId', 'scheduleId'] as const;

/** The blocks that belong to a team: the team, what names it, and what hangs on its integrations and schedules. */
export function partOf(blocks: readonly Block[], teamId: string | undefined): readonly Block[] {
  if (teamId === undefined) return blocks;
  const wanted = teamId.toLowerCase();
  const isWanted = (value: Value | undefined) => idIn(value) === wanted;
  const ofTeam = new Set(
    blocks.filter(({ type, id, object: { teamId: one, teamIds: several = null } }) => {
      const isTeam = type === 'tocsin_team' && isWanted(id);
      return isTeam || isWanted(one) || (isList(several) && several.some(isWanted));
    }),
  );
  const ids = new Set([...ofTeam].map(({ id }) => idIn(id)));
  return blocks.filter(
    (block) =>
      ofTeam.has(block) ||
      owners.some((member) => {
        const owner = idIn(block.object[member]);
        return owner !== null && ids.has(owner);
      }),
  );
}

function idIn(value: Value | undefined): string | null {
  return typeof value === 'string' ? value.toLowerCase() : null;
}
