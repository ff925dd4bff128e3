import type { World } from '../kernel/index.ts';
import { isAcknowledged } from './acknowledged.ts';
import type { HoldReason } from './hold.ts';
import { leastOpenUrgency } from './listing.ts';
import { type IncidentDocument, incidentsOf } from './model.ts';

/** The reasons for which people are not told of an open incident, for the time being. */
export type HoldKind =
  | 'Merged'
  | 'Shadow'
  | 'Snoozed'
  | 'Silenced'
  | 'Muted'
  | HoldReason
  | 'SupportHours'
  | 'QuietHours';

/** Open incidents of a team and severity that one thing holds back, or nothing. */
export interface OpenIncidentCount {
  teamId: string;
  severity: string;
  hold: HoldKind | null;
  count: number;
  /** When the first of them is to be told of, as far as that is stored with them. */
  until: Date | null;
}

const isThere = (member: string) => ({ $gt: [`$${member}`, null] });
const isTrue = (member: string) => ({ $eq: [`$${member}`, true] });

/** By what an open incident says that it is held back. Of several the first counts: what comes later waits for it. */
const signs: readonly [sign: object, hold: HoldKind | '$hold.reason'][] = [
  [isThere('mergedInto.id'), 'Merged'],
  [isTrue('isShadow'), 'Shadow'],
  [isThere('snoozed'), 'Snoozed'],
  [isThere('silencedBy.id'), 'Silenced'],
  [isTrue('isMuted'), 'Muted'],
  [isThere('hold.reason'), '$hold.reason'],
  [isThere('alerting.risesAt'), 'SupportHours'],
];

const firstSign = signs.reduceRight<object | null>(
  (otherwise, [sign, hold]) => ({ $cond: [sign, hold, otherwise] }),
  null,
);

interface Group {
  _id: Omit<OpenIncidentCount, 'count' | 'until'>;
  count: number;
  unsnoozeAt: Date | null;
  heldUntil: Date | null;
  risesAt: Date | null;
}

/** Open incidents by their owning team, severity and what holds them back. Reads each of them. */
export async function openIncidentCounts(world: World): Promise<OpenIncidentCount[]> {
  const groups = await incidentsOf(world)
    .aggregate<Group>([
      { $match: { urgency: { $gte: leastOpenUrgency } } },
      {
        $project: {
          teamIds: { $slice: ['$teamIds', 1] },
          severity: 1,
          hold: firstSign,
          unsnoozeAt: 1,
          heldUntil: '$hold.until',
          risesAt: '$alerting.risesAt',
        },
      },
      { $unwind: '$teamIds' },
      {
        $group: {
          _id: { teamId: '$teamIds', severity: '$severity', hold: '$hold' },
          count: { $sum: 1 },
          unsnoozeAt: { $min: '$unsnoozeAt' },
          heldUntil: { $min: '$heldUntil' },
          risesAt: { $min: '$risesAt' },
        },
      },
    ])
    .toArray();
  return groups.map((group) => ({ ...group._id, count: group.count, until: untilOf(group) }));
}

/** A silence says itself when it is over; what a window has muted, a merge and a shadow run have no end here. */
function untilOf({ _id: { hold }, unsnoozeAt, heldUntil, risesAt }: Group): Date | null {
  switch (hold) {
    case 'Snoozed':
      return unsnoozeAt;
    case 'SupportHours':
      return risesAt;
    case 'Threshold':
    case 'Pause':
    case 'Dependency':
    case 'Suppression':
      return heldUntil;
    default:
      return null;
  }
}

type Told = Pick<IncidentDocument, '_id' | 'teamIds' | 'events'>;

/** The owning team of each open incident among `ids`, and whether somebody has acknowledged it. */
export async function openTeamsOf(
  world: World,
  ids: readonly string[],
): Promise<Map<string, { teamId: string | undefined; isAcknowledged: boolean }>> {
  const found = await incidentsOf(world)
    .find({ _id: { $in: [...ids] }, urgency: { $gte: leastOpenUrgency } })
    .project<Told>({ teamIds: 1, 'events.intent': 1, 'events.by': 1 })
    .toArray();
  return new Map(
    found.map(({ _id, teamIds: [teamId], events }) => [
      _id,
      { teamId, isAcknowledged: isAcknowledged({ events }) },
    ]),
  );
}
