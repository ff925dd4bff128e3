/** What is wrong with on-call schedules. */
export const schedules = {
  groupsNeedTurns: 'several groups need turns, or only the first would ever be on call',
  windowsNeedHours: 'turns of windows need hours to count',
  elapsedIsShort: 'only turns of minutes and hours can be counted by elapsed time',
  layerEndsFirst: 'must be after startsAt',
  layerIdTwice: 'another layer has this id',
  scheduleNameTaken: 'Another on-call schedule has this name.',
  shiftOutside: 'must lie between start and end of the temporary schedule',
  tooManyShifts: 'The timeline has more than {max:number} shifts; request a shorter interval.',
  withinDaysOf: 'must be at most {days:number} days after {other}',
} as const;
