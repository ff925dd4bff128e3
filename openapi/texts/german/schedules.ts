/** Was an Dienstplänen falsch ist. */
export const schedules = {
  groupsNeedTurns:
    'mehrere Gruppen brauchen einen Wechsel, sonst hätte immer nur die erste Bereitschaft',
  windowsNeedHours: 'ein Wechsel nach Zeitfenstern braucht Zeiten, die er zählen kann',
  recurrenceInsteadOfHours: 'geben Sie hours oder recurrence an, nicht beides',
  elapsedIsShort: 'nach verstrichener Zeit lassen sich nur Minuten und Stunden zählen',
  layerEndsFirst: 'muss nach dem Beginn liegen',
  layerIdTwice: 'diese Id hat schon eine andere Ebene',
  scheduleNameTaken: 'So heißt schon ein anderer Dienstplan.',
  shiftOutside: 'muss zwischen start und end des Plans von Hand liegen',
  overrideOfOne:
    'ein Team oder einen Plan nennen, nicht beide; für den Plan teamId weglassen, für das Team scheduleId leeren',
  overrideTiers: 'Pläne haben keine Stufen: weglassen und Ebenen mit layerIds nennen',
  overrideNeedsSchedule: 'gilt nur für Vertretungen in Plänen: scheduleId ergänzen oder weglassen',
  overrideModeOfDuty: 'gilt nur für zusätzliche Dienste: bei Abwesenheiten weglassen',
  overrideAddsToAll: 'beschränkt hier nichts: mode replace verwenden oder weglassen',
  layerUnknown: 'Der Plan hat keine Ebene {layer}; er hat {layers:list}.',
  shiftOfOne: 'entweder ein Team oder einen Plan nennen',
  shiftTakerNotPlanned:
    '{by} kommt in diesem Plan nicht vor, und nur wer vorkommt, kann seine Schichten übernehmen. Wer das Team des Plans verwaltet, kann sie in einer Vertretung nennen.',
  tooManyShifts:
    'Der Zeitraum enthält mehr als {max:number} Schichten; bitte einen kürzeren wählen.',
  notHolidays: 'ist ein Kalender mit Urlaub; nennen Sie Kalender mit Feiertagen',
  holidaysNeedCalendar: 'nennen Sie die Kalender der Feiertage',
  holidaysNeedHours: 'braucht hours: Nur sie sagen, was ein Feiertag sonst sein kann',
} as const;
