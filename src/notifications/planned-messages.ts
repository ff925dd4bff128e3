import { isOpenAt, openIntervals, weeklyWindow } from '../calendar/index.ts';
import type { ChannelName } from '../channels/index.ts';
import type {
  NotificationHours,
  NotificationRulesWire,
  NotificationStep,
} from '../contacts/index.ts';
import type { Severity } from '../incidents/index.ts';
import type { Urgency } from '../urgency/index.ts';

/** The rules of a person about alerts, and the time zone of their hours. */
export interface PersonRules {
  wire: Pick<NotificationRulesWire, 'rules' | 'otherwise' | 'quietHours'>;
  timeZoneId: string;
}

/** An alert as far as rules look at it. */
export interface RuledAlert {
  at: Date;
  severity: Severity;
  urgency: Urgency;
  teamIds: readonly string[];
  /** By which the person is told. */
  scheduleIds?: readonly string[];
}

export interface PlannedMessage {
  channel: ChannelName;
  /** Null: where the channel finds the person. */
  contactId: string | null;
  /** After the alert, as the step says it. Of one channel and contact no two are the same. */
  minutes: number;
  dueAt: Date;
  /** Due only then, because quiet hours are until then. */
  quietUntil: Date | null;
}

const minuteMilliseconds = 60_000;
const dayMilliseconds = 86_400_000;
/** The last message is due within a day, and quiet hours last for less than eight. */
const lookAheadMilliseconds = 10 * dayMilliseconds;

/**
 * The messages that an alert sends by the rules of a person, or by these steps instead, in order of time, until
 * somebody acknowledges the incident. Pure.
 */
export function plannedMessages(
  rules: PersonRules,
  alert: RuledAlert,
  steps: readonly NotificationStep[] = stepsFor(rules, alert) ?? [],
): PlannedMessage[] {
  const quiet = quietIntervals(rules, alert);
  const messages = new Map<string, PlannedMessage>();
  for (const { channel, contactId, minutes } of instantsOf(steps)) {
    const due = alert.at.getTime() + minutes * minuteMilliseconds;
    const held = quiet.find(({ start, end }) => start <= due && due < end);
    const dueAt = new Date(held?.end ?? due);
    // Each channel tells once about everything that quiet hours hold back.
    const way = `${channel} ${contactId ?? ''}`;
    const key = held ? `${way} ${held.end}` : `${way} +${minutes}`;
    if (messages.has(key)) continue;
    messages.set(key, { channel, contactId, minutes, dueAt, quietUntil: held ? dueAt : null });
  }
  return [...messages.values()];
}

/** The steps of the first rule that matches; null: the settings say what is sent. */
export function stepsFor(
  { wire, timeZoneId }: PersonRules,
  alert: RuledAlert,
): NotificationStep[] | null {
  const rule = wire.rules.find(({ severities, urgencies, teamIds, scheduleIds, hours }) => {
    if (severities && !severities.includes(alert.severity)) return false;
    if (urgencies && !urgencies.includes(alert.urgency)) return false;
    const isOfTeam = (id: string) => alert.teamIds.includes(id.toLowerCase());
    if (teamIds && !teamIds.some(isOfTeam)) return false;
    const isBySchedule = (id: string) => alert.scheduleIds?.includes(id.toLowerCase()) === true;
    if (scheduleIds && !scheduleIds.some(isBySchedule)) return false;
    if (!hours) return true;
    return hours.some((one) => isOpenAt(windowOf(one), alert.at.getTime(), timeZoneId));
  });
  return rule?.steps ?? wire.otherwise;
}

export function windowOf({ selectedDays, from, until }: NotificationHours) {
  return weeklyWindow(selectedDays, from, until);
}

/** Nobody is kept from a Critical incident who has not said so. */
function quietIntervals({ wire: { quietHours }, timeZoneId }: PersonRules, alert: RuledAlert) {
  if (!quietHours || (alert.severity === 'Critical' && !quietHours.alsoCritical)) return [];
  const from = alert.at.getTime();
  const until = from + lookAheadMilliseconds;
  const intervals = openIntervals(quietHours.hours.map(windowOf), from, until, timeZoneId);
  // Where no end is in sight an alert is better than none.
  return intervals.filter(({ end }) => end <= until);
}

function instantsOf(steps: readonly NotificationStep[]) {
  return steps
    .flatMap(({ channel, contactId, afterMinutes, repeats, repeatsEveryMinutes }) =>
      Array.from({ length: 1 + (repeats ?? 0) }, (_, index) => ({
        channel,
        contactId: contactId ?? null,
        minutes: afterMinutes + index * (repeatsEveryMinutes ?? 0),
      })),
    )
    .toSorted((one, other) => one.minutes - other.minutes);
}
