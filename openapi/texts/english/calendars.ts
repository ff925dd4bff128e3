/** What is wrong with calendars of leave and of holidays. */
export const calendars = {
  calendarUrlOrText: 'either url or text is needed, not both',
  leaveNeedsUser: 'leave is of a person: their id is needed',
  leaveHasNoTeam: 'leave belongs to a person, not to a team',
  holidaysHaveNoUser: 'holidays are of no single person',
  titleNeeded: 'needed where events count by their title',
  titleUnused: 'only where events count by their title',
  calendarAddressAnswers: 'The address answers {status:number}.',
  calendarAddressUnusable:
    'The address has to begin with http, https or webcal, and its port be 80, 443 or above 1023.',
  calendarTooLarge: 'The calendar is larger than {megabytes:number} MB.',
  calendarMalformed: 'This is no calendar in the format of iCalendar.',
  calendarTooMuch: 'The calendar has more events than can be read: at most {max:number}.',
  calendarTooCostly: 'Reading the calendar takes too long.',
  calendarUnreadable:
    'The calendar {calendar} has been unreadable since {since:moment}; what was read last counts: {why:sentence}',
  calendarNeverRead: 'It was not read yet as it is set up.',
  calendarLost: 'It has been unreadable for a day or longer; it was last read on {readAt:moment}.',
  calendarReadUntil: 'It was read as far as {end:moment}.',
} as const;
