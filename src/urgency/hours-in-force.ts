import type { Ctx } from '../kernel/index.ts';
import { holidaysOf } from '../person-calendars/index.ts';
import { listResources } from '../resources/index.ts';
import {
  type SupportHours,
  type SupportHoursWire,
  supportHoursKind,
} from './support-hours-kind.ts';

/** Support hours as urgency is derived from them. */
export interface HoursInForce
  extends Pick<SupportHoursWire, 'hours' | 'timeZoneId' | 'displayName'> {
  /** Local days on which none of them begins. */
  holidays?: ReadonlySet<string>;
}

/** All support hours of the organization, by their ids. */
export async function hoursInForce(ctx: Ctx): Promise<Map<string, HoursInForce>> {
  const { items } = await listResources(ctx, supportHoursKind);
  const named = items.flatMap(({ wire }) => wire.holidayCalendarIds ?? []);
  return hoursOf(items, await holidaysOf(ctx, named));
}

/** These support hours, by their ids; `daysOf` are the holidays of calendars. Pure. */
export function hoursOf(
  items: readonly SupportHours[],
  daysOf: ReadonlyMap<string, readonly string[]>,
): Map<string, HoursInForce> {
  return new Map(
    items.map(({ id, wire: { hours, timeZoneId, displayName, holidayCalendarIds } }) => {
      const days = (holidayCalendarIds ?? []).flatMap((one) => daysOf.get(one.toLowerCase()) ?? []);
      return [id, { hours, timeZoneId, displayName, holidays: new Set(days) }];
    }),
  );
}
