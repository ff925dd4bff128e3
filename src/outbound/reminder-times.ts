import { toInstant, toLocal, weekdayOf } from '../calendar/index.ts';
import type { OutboundIntegrationWire } from './integrations.ts';
import { reminderObstacle } from './on-call-reminder.ts';

/** A reminder whose time has come. */
export interface DueReminder {
  at: Date;
  /** The day in the time zone of the team, `2026-05-04`. */
  day: string;
  channelIds: readonly string[];
}

/**
 * The reminder whose time lies between two instants, both included; null when there is none, or when the integration
 * cannot send it. On a day that skips the time it is the moment of the skip, on one that has it twice the first. Pure.
 */
export function dueReminder(
  wire: OutboundIntegrationWire,
  timeZoneId: string,
  from: Date,
  until: Date,
): DueReminder | null {
  const { runTime, daysOfWeek } = wire.slackSettings?.onCallReminderScheduleSettings ?? {};
  if (!runTime || !daysOfWeek || reminderObstacle(wire, null) !== null) return null;
  const channelIds = reminderChannels(wire);
  if (channelIds.length === 0) return null;
  const first = toLocal(from.getTime(), timeZoneId).toPlainDate();
  const last = toLocal(until.getTime(), timeZoneId).toPlainDate();
  for (
    let day = last;
    Temporal.PlainDate.compare(day, first) >= 0;
    day = day.subtract({ days: 1 })
  ) {
    if (!daysOfWeek.some((name) => name === weekdayOf(day))) continue;
    const time = Temporal.PlainTime.from(runTime);
    const at = toInstant(day.toPlainDateTime(time), timeZoneId);
    if (at >= from.getTime() && at <= until.getTime())
      return { at: new Date(at), day: day.toString(), channelIds };
  }
  return null;
}

function reminderChannels({ slackSettings }: OutboundIntegrationWire): string[] {
  const own = slackSettings?.onCallReminderChannelIds ?? [];
  return [...new Set(own.length > 0 ? own : (slackSettings?.selectedChannelIds ?? []))];
}
