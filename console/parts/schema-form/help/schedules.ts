import type { Wordings } from './wording.ts';

/** Help texts about on-call schedules and their layers. */
export const schedulesHelp: Wordings = {
  'What it is for.': 'Wofür er da ist.',
  'Zone of all local times of the layers that name no zone of their own.':
    'Zone aller Uhrzeiten der Ebenen, die keine eigene nennen.',
  'Who is on duty, layer by layer.': 'Wer Dienst hat, Ebene für Ebene.',
  'What becomes of the duty of somebody who is on leave by one of their calendars. warn leaves them on call, and coverage says so. passOn gives a turn that nobody else of its group has to the next group. gap leaves their place empty.':
    {
      en: 'What becomes of the duty of somebody who is on leave by their calendar. A warning leaves them on call.',
      de: 'Was aus dem Dienst wird, wenn jemand laut Kalender Urlaub hat. Eine Warnung lässt den Dienst, wie er ist.',
    },
  "What the layer does on the holidays of the schedule's calendars, which are days in its time zone. off: nothing begins on them. allDay: it is in force from midnight to midnight. asSunday: it keeps the hours of a Sunday.":
    {
      en: 'What the layer does on the holidays of the schedule; off: no window begins on them.',
      de: 'Was die Ebene an den Feiertagen des Dienstplans tut; aus: An ihnen beginnt kein Fenster.',
    },
  'So many minutes before a shift begins, whoever has it is told of it; and again if it is no longer theirs. People may choose other times for themselves.':
    {
      en: 'Whoever has the shift is told so many minutes before; 1440 is a day, and there may be up to five. People may choose other times for themselves.',
      de: 'So viele Minuten vor der Schicht erfährt davon, wer sie hat; 1440 ist ein Tag, bis zu fünf Angaben. Jeder kann für sich andere Zeiten wählen.',
    },
  'An id that is sent is kept; overrides name layers by it.': null,
  'What people call the layer.': 'Wie die Ebene heißt.',
  'Unique in the organization.': 'In der Organisation einmalig.',
  'The highest level with anybody on duty wins.':
    'Der höchste Rang, in dem jemand Dienst hat, gilt.',
  'How groups follow each other.': 'Wie die Gruppen aufeinander folgen.',
  'So many units last one turn.': 'So viele Einheiten dauert ein Wechsel.',
  'Times in which the layer is in force, by a rule instead of by hours of the week.': {
    en: 'Instead of hours, for what comes again by a rule, such as the first weekend of each month.',
    de: 'Anstelle der Zeiten oben für das, was nach einer Regel wiederkommt, etwa das erste Wochenende jedes Monats.',
  },
  'A rule of iCalendar, as in recurrences of silences. The first weekend of each month begins by FREQ=MONTHLY;BYDAY=1SA.':
    {
      en: 'As in calendars: each first Saturday of a month is FREQ=MONTHLY;BYDAY=1SA, every second Monday FREQ=WEEKLY;INTERVAL=2;BYDAY=MO.',
      de: 'Wie in Kalendern: jeden ersten Samstag des Monats ist FREQ=MONTHLY;BYDAY=1SA, jeden zweiten Montag FREQ=WEEKLY;INTERVAL=2;BYDAY=MO.',
    },
  'By the clock of the layer, the first day that may count, and the time of day at which each time begins.':
    {
      en: 'The first day that may count, and the time of day at which each time begins, such as 2026-03-07T08:00.',
      de: 'Der erste Tag, der zählen darf, und die Uhrzeit, zu der jede Zeit beginnt, etwa 2026-03-07T08:00.',
    },
  'Further times, by when they begin.': 'Weitere Zeiten, nach ihrem Beginn.',
  'Times that the rule names and that are left out, by when they would begin.':
    'Zeiten der Regel, die ausfallen, nach ihrem Beginn.',
  'windows counts the windows of hours, or the times of recurrence, so that days without any use up no turn.':
    {
      en: 'Windows counts the hours above, so that days without any use up no turn.',
      de: 'Fenster zählt die Zeiten oben; Tage ohne eine verbrauchen keinen Wechsel.',
    },
  'When turn 0 begins. The 31st is the last day of shorter months.': {
    en: 'When the first group begins. The 31st is the last day of shorter months.',
    de: 'Wann die erste Gruppe beginnt. Der 31. ist der letzte Tag kürzerer Monate.',
  },
  'wall keeps hand-overs at their time of day when clocks change. elapsed makes all turns equally long, and is for minutes and hours only.':
    {
      en: 'Wall keeps hand-overs at their time of day when clocks change; elapsed makes all turns equally long, and is for minutes and hours only.',
      de: 'Wanduhr hält Übergaben bei ihrer Uhrzeit, wenn die Uhren umgestellt werden; verstrichen macht alle gleich lang und gilt nur für Minuten und Stunden.',
    },
  'Who is on duty together, in the order of turns. A group of nobody leaves its turn to lower levels.':
    'Wer zusammen Dienst hat, in der Reihenfolge der Wechsel. Eine Gruppe ohne Personen überlässt ihn niedrigeren Rängen.',
  'So many people of all groups, as one list, have each turn, which goes on where the one before ended.':
    'So viele Personen aller Gruppen, als eine Liste, haben jeden Wechsel; der nächste macht weiter, wo der vorige aufhörte.',
  'Nobody is on duty by this layer before.': 'Vorher hat durch diese Ebene niemand Dienst.',
  'Nobody is on duty by this layer from then on.':
    'Von da an hat durch diese Ebene niemand Dienst.',
  'When the layer is in force, in its time zone.': {
    en: 'When the layer is in force; without any, always.',
    de: 'Wann die Ebene gilt; ohne Angabe immer.',
  },
  'Weekday on which the window begins.': 'Wochentag, an dem das Fenster beginnt.',
  'Weekday on which it ends.': 'Wochentag, an dem es endet.',
  'From when on it counts.': 'Ab wann es gilt.',
  'Until when it counts, not included.': 'Bis wann es gilt; das Ende zählt nicht mehr.',
  'Who is on call, within that time. Shifts may overlap.':
    'Wer in dieser Zeit Dienst hat. Schichten dürfen sich überschneiden.',
  'Why it is so.': 'Warum es so ist.',
  'offline is an absence, online an extra duty.': {
    en: 'An absence, or an extra duty.',
    de: 'Eine Abwesenheit oder ein zusätzlicher Dienst.',
  },
  '1 is the first.': '1 ist die erste.',
  'Only what comes from these layers of the schedule, by their ids.': {
    en: 'Only what comes from these layers of the schedule.',
    de: 'Nur was aus diesen Ebenen des Dienstplans kommt.',
  },
  'Of an extra duty in a schedule: add puts the user on call beside the others, replace instead of them.':
    {
      en: 'Of an extra duty: beside the others, or instead of them.',
      de: 'Bei einem zusätzlichen Dienst: neben den anderen oder an ihrer Stelle.',
    },
};
