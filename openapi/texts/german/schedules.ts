/** Was an Bereitschaftsplänen falsch ist. */
export const schedules = {
  groupsNeedTurns:
    'mehrere Gruppen brauchen einen Wechsel, sonst hätte immer nur die erste Bereitschaft',
  windowsNeedHours: 'ein Wechsel nach Zeitfenstern braucht Zeiten, die er zählen kann',
  elapsedIsShort: 'nach verstrichener Zeit lassen sich nur Minuten und Stunden zählen',
  layerEndsFirst: 'muss nach startsAt liegen',
  layerIdTwice: 'diese Id hat schon eine andere Ebene',
  scheduleNameTaken: 'So heißt schon ein anderer Bereitschaftsplan.',
  shiftOutside: 'muss zwischen start und end des Plans von Hand liegen',
  tooManyShifts:
    'Der Zeitraum enthält mehr als {max:number} Schichten; bitte einen kürzeren wählen.',
  withinDaysOf: 'darf höchstens {days:number} Tage nach {other} liegen',
} as const;
