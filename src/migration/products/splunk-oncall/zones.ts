import { isTimeZone } from '../../../calendar/index.ts';
import type { Ledger, Source } from '../../model/ledger.ts';
import { inOrderOfKeys } from '../../model/references.ts';

/** The zone that most shifts of a team are in; null: it has none. Neither teams nor people have a zone of their own. */
export function commonestZone(ledger: Ledger, team: string | null): string | null {
  const rotations = ledger.all('rotations').filter(({ of }) => of[0] === team);
  return commonest(rotations.flatMap((rotation) => rotation.list('shifts')));
}

/** The zone of most shifts that somebody is in. */
export function zoneOfPerson(ledger: Ledger, username: string | null): string | null {
  const shifts = inOrderOfKeys(ledger.all('rotations')).flatMap((one) => one.list('shifts'));
  const isIn = (shift: Source) =>
    shift.list('shiftMembers').some((member) => member.text('username') === username);
  return commonest(shifts.filter(isIn));
}

function commonest(shifts: readonly Source[]): string | null {
  const zones = shifts.flatMap((shift) => shift.text('timezone') ?? []).filter(isTimeZone);
  const counts = [...Map.groupBy(zones, (zone) => zone)].map(([zone, all]) => ({
    zone,
    count: all.length,
  }));
  counts.sort((one, other) => other.count - one.count || (one.zone < other.zone ? -1 : 1));
  return counts[0]?.zone ?? null;
}
