import { isToolLane, type SentMessage } from '../notifications/index.ts';
import type { Snapshot } from '../stage/index.ts';
import type { ReplayedIncident } from './actor.ts';

/** How much of what was really sent a replay of the present configuration sends, too. */
export interface Calibration {
  /** Null where nothing was sent. */
  share: number | null;
  sent: number;
  reproduced: number;
  additional: number;
  /** Really failed, or nothing is known of it. */
  failed: number;
  /** Objects that were changed since the time begins, by kind: before, people were told by what was set up then. */
  changedSince: { entityType: string; count: number }[];
}

const toleranceMilliseconds = 30_000;

/** Compares the messages that were sent for some incidents with those of the replay. Pure. */
export function compareWithLog(
  incidents: readonly ReplayedIncident[],
  log: readonly SentMessage[],
): Pick<Calibration, 'sent' | 'reproduced' | 'additional' | 'failed'> {
  const incidentOf = new Map(
    incidents.flatMap((one) => one.realIds.map((id) => [id, one.id] as const)),
  );
  const keyOf = (id: string, ownerId: string, lane: string) => `${id} ${ownerId} ${lane}`;
  const really = log.filter(({ hasFailed }) => !hasFailed);
  const open = Map.groupBy(
    really.map(({ incidentId, ownerId, lane, at }) => ({
      key: keyOf(incidentOf.get(incidentId) ?? incidentId, ownerId, lane),
      at: at.getTime(),
    })),
    ({ key }) => key,
  );
  let reproduced = 0;
  let replayed = 0;
  for (const { id, sent } of incidents)
    for (const { ownerId, lane, at } of sent) {
      if (isToolLane(lane)) continue;
      replayed += 1;
      const left = open.get(keyOf(id, ownerId, lane)) ?? [];
      const index = left.findIndex((one) => Math.abs(one.at - at) <= toleranceMilliseconds);
      if (index < 0) continue;
      left.splice(index, 1);
      reproduced += 1;
    }
  return {
    sent: really.length,
    reproduced,
    additional: replayed - reproduced,
    failed: log.length - really.length,
  };
}

/** Objects that somebody has changed since, by kind. */
export function changedSince({ resources }: Snapshot, from: Date): Calibration['changedSince'] {
  return [...resources].flatMap(([entityType, items]) => {
    const count = [...items.values()].filter(({ updatedAt }) => updatedAt >= from).length;
    return count === 0 ? [] : [{ entityType, count }];
  });
}
