/** What is wrong with times that come again. */
export const recurrences = {
  withinTenYearsOfStart: 'must be within ten years of start',
  noSuchTime: 'This day or time does not exist.',
  ruleOfCalendarMalformed:
    'This is not a rule; write, for instance, FREQ=WEEKLY;BYDAY=SU. It begins with FREQ and names days: DAILY, WEEKLY, MONTHLY or YEARLY.',
  ruleOfCalendarPartUnknown:
    'The rule has a part that is not known here. The time of day is that of its start, and the end that of the whole.',
  ruleOfCalendarPartTwice: 'The rule has a part twice.',
  ruleOfCalendarPartUnfit: 'The rule has a part that means nothing with its other parts.',
  ruleOfCalendarNamesNothing: 'The rule names no day.',
  invertedNeedsRecurrences: 'Give recurrences, too: it is active outside of them.',
  invertedLeavesNothing:
    'The recurrences follow each other without a gap, so it would never be active.',
} as const;
