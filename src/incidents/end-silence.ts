import type { World } from '../kernel/index.ts';
import { say } from '../sentences/index.ts';
import { replaceVersion } from './change.ts';
import { withEvent } from './intents.ts';
import { type IncidentDocument, incidentsOf } from './model.ts';

const pageSize = 200;

/** Ids of the silences that mute incidents. */
export async function silencesInUse(world: World): Promise<string[]> {
  const ids: string[] = [];
  // From one to the next in the index: few silences mute many incidents.
  for (let last = ''; ; ) {
    const next = await incidentsOf(world).findOne(
      { 'silencedBy.id': { $gt: last } },
      { sort: { 'silencedBy.id': 1 }, projection: { silencedBy: 1 } },
    );
    if (!next?.silencedBy) return ids;
    last = next.silencedBy.id;
    ids.push(last);
  }
}

/** The silence is over: what it muted is told of, unless it was acknowledged or resolved meanwhile. */
export async function unmuteSilenced(
  world: World,
  silenceId: string,
  stopping: AbortSignal,
): Promise<void> {
  while (!stopping.aborted) {
    const page = await incidentsOf(world)
      .find({ 'silencedBy.id': silenceId })
      .limit(pageSize)
      .toArray();
    for (const incident of page) {
      if (stopping.aborted) return;
      // Overtaken by somebody else: it is still there on the next page.
      await replaceVersion(world, incident, afterSilence(incident, world.clock.now()));
    }
    if (page.length < pageSize) return;
  }
}

/** The incident after its silence is over. */
export function afterSilence(incident: IncidentDocument, now: Date): IncidentDocument {
  const { silencedBy, ...rest } = incident;
  const audible = { ...rest, isMuted: false, version: incident.version + 1, lastUpdatedAt: now };
  // Somebody escalated it, or it is over: nothing to tell.
  if (!incident.isMuted || incident.status === 'Resolved' || !silencedBy) return audible;
  return withEvent(audible, {
    intent: 'Updated',
    at: now,
    options: { endsSilence: true },
    message: say('silenceOver', { silence: silencedBy.displayName }),
  });
}
