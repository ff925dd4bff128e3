import type { components } from '../../../../openapi/types/public-v1.generated.ts';

type Schemas = components['schemas'];
export type Draft = Schemas['TeamEscalationsInput'];
export type Tier = Schemas['EscalationTier'];
export type Schedule = Schemas['Schedule'];
export type Rotation = Schemas['Rotation'];
export type TimeFilter = Schemas['TimeFilter'];
export type RotationSettings = NonNullable<Schemas['RotationSettings']>;
export type ScheduleSettings = NonNullable<Schemas['ScheduleSettings']>;
export type TierSettings = NonNullable<Schemas['TierSettings']>;
export type StopMode = 'acknowledged' | 'resolved';
export type Weekday = Schemas['Day'];

export const weekdays: readonly Weekday[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

export function emptySchedule(): Schedule {
  return {
    displayName: null,
    scheduleSettings: null,
    rotationSettings: null,
    roundRobinSettings: null,
    rotations: [{ members: [] }],
  };
}

/** One that leads on after a quarter of an hour: a tier that ends with silence is rarely meant. */
export function emptyTier(): Tier {
  return {
    autoEscalationEnabled: true,
    autoEscalationAfterMinutes: 15,
    autoEscalationMode: 'acknowledged',
    schedules: [emptySchedule()],
  };
}

/** Not switched on nor off, but with a time: switched on. */
export function escalates(tier: Tier): boolean {
  return tier.autoEscalationEnabled ?? (tier.autoEscalationAfterMinutes ?? null) !== null;
}

/** The windows of the week in which a schedule holds, from the present form or the older one; none is always. */
export function windowsOf(settings: Schedule['scheduleSettings']): TimeFilter[] {
  if (!settings) return [];
  if (settings.weeklySchedules && settings.weeklySchedules.length > 0)
    return settings.weeklySchedules;
  const { selectedDays = null, start = null, end = null } = settings;
  return selectedDays || start || end ? [{ selectedDays, from: start, until: end }] : [];
}

/** In the present form, with the dates as they are; null when nothing is left. */
export function withWindows(
  settings: Schedule['scheduleSettings'],
  windows: TimeFilter[],
): Schedule['scheduleSettings'] {
  return tidy({
    ...settings,
    weeklySchedules: windows.length > 0 ? windows : null,
    selectedDays: null,
    start: null,
    end: null,
  });
}

export function withDates(
  settings: Schedule['scheduleSettings'],
  dates: Pick<ScheduleSettings, 'effectiveFrom' | 'effectiveUntil'>,
): Schedule['scheduleSettings'] {
  return tidy({ ...settings, ...dates });
}

function tidy(settings: ScheduleSettings): ScheduleSettings | null {
  return Object.values(settings).some((value) => value !== null && value !== undefined)
    ? settings
    : null;
}
