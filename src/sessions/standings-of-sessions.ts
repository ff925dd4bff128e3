import { thoseWhoAct } from '../identity/index.ts';
import type { World } from '../kernel/index.ts';
import { type Standing, standingsOf } from '../teams/index.ts';
import { isOver } from './lifetime.ts';
import { type Session, sessionsIn } from './model.ts';

/**
 * The present rights of people in sessions of one organization, by the id of the session; sessions that are over, and
 * those of people who were removed or suspended, are missing. Four queries for any number of them. Looking is no use of
 * a session: it does not make it last longer.
 */
export async function standingsOfSessions(
  world: World,
  organizationId: string,
  sessions: readonly Pick<Session, 'id' | 'userId'>[],
): Promise<Map<string, Standing>> {
  const userIds = [...new Set(sessions.map(({ userId }) => userId.toLowerCase()))];
  const [tokens, present, standings] = await Promise.all([
    sessionsIn(world)
      .find({ id: { $in: [...new Set(sessions.map(({ id }) => id))] }, organizationId })
      .toArray(),
    thoseWhoAct(world, organizationId, userIds),
    standingsOf(world, organizationId, userIds),
  ]);
  const now = world.clock.now();
  const running = new Set(tokens.filter((token) => !isOver(token, now)).map(({ id }) => id));
  return new Map(
    sessions.flatMap(({ id, userId }) => {
      const standing = standings.get(userId.toLowerCase());
      return standing && running.has(id) && present.has(userId.toLowerCase())
        ? [[id, standing] as const]
        : [];
    }),
  );
}
