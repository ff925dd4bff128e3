import type { Ctx } from '../kernel/index.ts';
import { holidaysOf } from '../person-calendars/index.ts';
import { listResources } from '../resources/index.ts';
import { type SupportHoursWire, supportHoursKind } from './support-hours-kind.ts';

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
  const daysOf = await holidaysOf(ctx, named);
  return new Map(
    items.map(({ id, wire: { hours, timeZoneId, displayName, holidayCalendarIds } }) => {
      const days = (holidayCalendarIds ?? []).flatMap((one) => daysOf.get(one.toLowerCase()) ?? []);
      return [id, { hours, timeZoneId, displayName, holidays: new Set(days) }];
    }),
  );
}
