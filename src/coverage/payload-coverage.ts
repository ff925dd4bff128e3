import { unreadableIncidents } from '../incidents/index.ts';
import { findPayloadHealth, openUnreadableEpisodes } from '../ingest/index.ts';
import { integrationKind } from '../integrations/index.ts';
import type { Ctx } from '../kernel/index.ts';
import { loadRecipients, personIn } from '../notifications/index.ts';
import { listResources } from '../resources/index.ts';
import { type Sentence, say } from '../sentences/index.ts';
import { type Finding, type FindingTeam, finding } from './finding.ts';

/** Inbound integrations of the teams whose mapping cannot read what they are sent now. */
export async function payloadsUnreadable(
  ctx: Ctx,
  teamIds: readonly string[],
  teamOf: (id: string) => FindingTeam | null,
): Promise<Finding[]> {
  const { items } = await listResources(ctx, integrationKind, { teamId: { $in: [...teamIds] } });
  const open = await openSince(ctx);
  const told = await toldOf(ctx);
  const ignored = items.filter(({ wire }) => wire.unreadablePayloads === 'Ignore');
  // Nothing is open for those: their last payload has to say it.
  const health = await findPayloadHealth(
    ctx,
    ignored.map(({ id }) => id),
  );
  const ignoredSince = new Map(
    health.flatMap(({ last }, index) =>
      last?.outcome === 'Failed' ? [[ignored[index]?.id, last.createdAt] as const] : [],
    ),
  );
  return items.flatMap(({ id, wire }) => {
    const about = { objectId: id, team: teamOf(wire.teamId) };
    const since = open.get(id);
    if (since)
      return finding(
        'PayloadsUnreadable',
        'Gap',
        say('mappingCannotRead', { name: wire.displayName }),
        { ...about, start: since.toISOString() },
      );
    const episode = told.get(id);
    if (episode)
      return finding(
        'PayloadsUnreadable',
        'Gap',
        say('mappingCannotReadTold', { name: wire.displayName, told: episode.told }),
        { ...about, start: episode.since.toISOString() },
      );
    const last = ignoredSince.get(id);
    if (!last) return [];
    return finding(
      'PayloadsUnreadable',
      'Hint',
      say('mappingCouldNotReadLast', { name: wire.displayName }),
      { ...about, start: last.toISOString() },
    );
  });
}

/** By integration, since when its administrators are told instead of an incident, and what has come of it. */
async function toldOf(ctx: Ctx): Promise<Map<string, { since: Date; told: Sentence }>> {
  const episodes = await openUnreadableEpisodes(ctx, ctx.organizationId);
  const people = await loadRecipients(
    ctx,
    episodes.flatMap(({ toldUserIds }) => toldUserIds),
  );
  return new Map(
    episodes.map(({ _id, since, state, toldUserIds }) => [
      _id,
      {
        since,
        told:
          state === 'told'
            ? say('administratorsTold', { names: toldUserIds.map((id) => personIn(people, id)) })
            : state === 'nobody'
              ? say('administratorsUnreached')
              : say('administratorsBeingTold'),
      },
    ]),
  );
}

/** By integration, since when there is an open incident about payloads that cannot be read. */
async function openSince(ctx: Ctx): Promise<Map<string, Date>> {
  const incidents = await unreadableIncidents(ctx);
  return new Map(
    incidents.flatMap(({ integrationId, createdAt }) =>
      integrationId === null ? [] : [[integrationId, createdAt] as const],
    ),
  );
}
