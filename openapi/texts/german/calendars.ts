/** Was an Kalendern mit Urlaub und Feiertagen falsch ist. */
export const calendars = {
  calendarUrlOrText: 'entweder url oder text ist nötig, nicht beides',
  leaveNeedsUser: 'Urlaub gehört zu einer Person: Ihre Id ist nötig',
  leaveHasNoTeam: 'Urlaub gehört einer Person, nicht einem Team',
  holidaysHaveNoUser: 'Feiertage gehören keiner einzelnen Person',
  titleNeeded: 'nötig, wenn Termine nach ihrem Titel zählen',
  titleUnused: 'nur, wenn Termine nach ihrem Titel zählen',
  calendarAddressAnswers: 'Die Adresse antwortet mit {status:number}.',
  calendarAddressUnusable:
    'Die Adresse muss mit http, https oder webcal beginnen, und ihr Port 80, 443 oder größer als 1023 sein.',
  calendarTooLarge: 'Der Kalender ist größer als {megabytes:number} MB.',
  calendarMalformed: 'Das ist kein Kalender im Format iCalendar.',
  calendarTooMuch:
    'Der Kalender hat mehr Termine, als gelesen werden können: höchstens {max:number}.',
  calendarTooCostly: 'Den Kalender zu lesen dauert zu lange.',
  calendarUnreadable:
    'Der Kalender {calendar} lässt sich seit {since:moment} nicht lesen; es gilt, was zuletzt gelesen wurde: {why:sentence}',
  calendarNeverRead: 'Er wurde, so wie er eingestellt ist, noch nicht gelesen.',
  calendarLost:
    'Er lässt sich seit mindestens einem Tag nicht lesen; zuletzt gelesen wurde er am {readAt:moment}.',
  calendarReadUntil: 'Er wurde gelesen bis {end:moment}.',
} as const;
