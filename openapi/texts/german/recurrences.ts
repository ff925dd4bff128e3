/** What is wrong with times that come again. */
export const recurrences = {
  withinTenYearsOfStart: 'muss höchstens zehn Jahre nach start liegen',
  noSuchTime: 'Diesen Tag oder diese Uhrzeit gibt es nicht.',
  ruleOfCalendarMalformed:
    'Das ist keine Regel; schreiben Sie zum Beispiel FREQ=WEEKLY;BYDAY=SU. Sie beginnt mit FREQ und nennt Tage: DAILY, WEEKLY, MONTHLY oder YEARLY.',
  ruleOfCalendarPartUnknown:
    'Die Regel hat einen Teil, der hier nicht bekannt ist. Die Uhrzeit ist die des Beginns, das Ende das des Ganzen.',
  ruleOfCalendarPartTwice: 'Die Regel hat einen Teil zweimal.',
  ruleOfCalendarPartUnfit: 'Die Regel hat einen Teil, der mit ihren anderen nichts bedeutet.',
  ruleOfCalendarNamesNothing: 'Die Regel nennt keinen Tag.',
  invertedNeedsRecurrences: 'Geben Sie auch recurrences an: Sie gilt außerhalb davon.',
  invertedLeavesNothing: 'Die Zeiten folgen lückenlos aufeinander, sie würde also nie gelten.',
} as const;
