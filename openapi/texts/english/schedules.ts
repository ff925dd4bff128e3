/** What is wrong with on-call schedules. */
export const schedules = {
  groupsNeedTurns: 'several groups need turns, or only the first would ever be on call',
  windowsNeedHours: 'turns of windows need hours, or a recurrence, to count',
  recurrenceInsteadOfHours: 'give hours or a recurrence, not both',
  elapsedIsShort: 'only turns of minutes and hours can be counted by elapsed time',
  layerEndsFirst: 'must be after its start',
  layerIdTwice: 'another layer has this id',
  scheduleNameTaken: 'Another on-call schedule has this name.',
  shiftOutside: 'must lie between start and end of the temporary schedule',
  overrideOfOne:
    'name a team or a schedule, not both; leave teamId out to keep the schedule, or empty scheduleId for the team',
  overrideTiers: 'schedules have no tiers: leave it out, and name layers by layerIds',
  overrideNeedsSchedule: 'is for overrides of a schedule only: add scheduleId, or leave it out',
  overrideModeOfDuty: 'is for extra duties only: leave it out of an absence',
  overrideAddsToAll: 'limits nothing here: use mode replace, or leave it out',
  layerUnknown: 'The schedule has no layer {layer}; it has {layers:list}.',
  shiftOfOne: 'name either a team or a schedule',
  shiftTakerNotPlanned:
    'User {by} is not named in this schedule, and only who is can take its shifts. An administrator of its team can name them in an override.',
  tooManyShifts: 'The timeline has more than {max:number} shifts; request a shorter interval.',
  notHolidays: 'is a calendar of leave; name calendars of holidays',
  holidaysNeedCalendar: 'name the calendars of the holidays',
  holidaysNeedHours: 'needs hours: only they say what else a holiday could be',
} as const;
