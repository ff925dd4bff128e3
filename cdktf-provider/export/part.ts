import type { Block } from './blocks.ts';

/** The blocks that belong to a team: the team, what names it as its team, and what hangs on its integrations. */
export function partOf(blocks: readonly Block[], teamId: string | undefined): readonly Block[] {
  if (teamId === undefined) return blocks;
  const wanted = teamId.toLowerCase();
  const same = (value: unknown) => typeof value === 'string' && value.toLowerCase() === wanted;
  const ofTeam = blocks.filter(
    ({ type, id, object }) => (type === 'tocsin_team' && same(id)) || same(object.teamId),
  );
  const integrations = new Set(
    ofTeam.flatMap(({ type, id }) => (type === 'tocsin_integration' ? [id] : [])),
  );
  return blocks.filter(
    (block) =>
      ofTeam.includes(block) ||
      (typeof block.object.integrationId === 'string' &&
        integrations.has(block.object.integrationId)),
  );
}
