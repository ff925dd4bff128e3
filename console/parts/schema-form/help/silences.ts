import type { Wordings } from './wording.ts';

/** Help texts about silences, and about times that come again. */
export const silencesHelp: Wordings = {
  'All of them have to hold, as conditions of routing rules do. Title, Severity and Integration (its name) are those of the incident. At least one matcher or integration is needed.':
    'Alle müssen zutreffen, wie Bedingungen von Regeln. Title, Severity und Integration (ihr Name) sind die der Störung. Nötig ist mindestens eine Bedingung oder Integration.',
  'May lie in the past.': 'Darf in der Vergangenheit liegen.',
  'Between start and end it is active only in these times. What was muted in one of them and is still open starts to alert at its end.':
    {
      en: 'Without any, all the time between from and until; else only in these times. What is still open at the end of one starts to alert.',
      de: 'Ohne Angabe die ganze Zeit zwischen von und bis, sonst nur in diesen Zeiten. Was am Ende einer noch offen ist, alarmiert dann.',
    },
  'Between start and end it is active only in these times.': {
    en: 'Without any, all the time between from and until; else only in these times.',
    de: 'Ohne Angabe die ganze Zeit zwischen von und bis, sonst nur in diesen Zeiten.',
  },
  'Between start and end it takes place only in these times, and status pages show each of them.': {
    en: 'Without any, all the time between begin and end; else only in these times, and status pages show each of them.',
    de: 'Ohne Angabe die ganze Zeit zwischen Beginn und Ende, sonst nur in diesen Zeiten, und Statusseiten zeigen jede davon.',
  },
  'mute opens what matches muted. openNothing opens nothing for it: the payload is kept, with the outcome Silenced and the name of the silence; what is open already is changed and resolved as usual. A payload that cannot be read opens muted in either case.':
    {
      en: 'Where nothing is opened, payloads are kept and say which silence it was; what is open already goes on.',
      de: 'Wird nichts eröffnet, bleiben Meldungen aufbewahrt und sagen, welche Stummschaltung es war; was offen ist, geht weiter.',
    },
  'True lets it be active outside of its recurrences instead, such as outside of working hours. Needs recurrences.':
    {
      en: 'Active outside of the times above, such as outside of working hours.',
      de: 'Gilt außerhalb der Zeiten oben, zum Beispiel außerhalb der Arbeitszeit.',
    },
  'A rule of iCalendar (RFC 5545, 3.3.10) of days: FREQ (DAILY, WEEKLY, MONTHLY, YEARLY), INTERVAL, COUNT, WKST, BYDAY, BYMONTH, BYMONTHDAY, BYYEARDAY, BYWEEKNO, BYSETPOS. The last Friday of each month is FREQ=MONTHLY;BYDAY=-1FR.':
    {
      en: 'As in calendars: each Sunday is FREQ=WEEKLY;BYDAY=SU, the last Friday of each month FREQ=MONTHLY;BYDAY=-1FR.',
      de: 'Wie in Kalendern: jeden Sonntag ist FREQ=WEEKLY;BYDAY=SU, am letzten Freitag des Monats FREQ=MONTHLY;BYDAY=-1FR.',
    },
  'By the clock of timeZoneId, the first day that may count, and the time of day at which each time begins.':
    {
      en: 'The first day that may count, and the time of day at which each time begins, such as 2026-03-01T02:00.',
      de: 'Der erste Tag, der zählen darf, und die Uhrzeit, zu der jede Zeit beginnt, etwa 2026-03-01T02:00.',
    },
  'How long each time lasts, by the clock.': 'Wie lange jede Zeit dauert, nach der Uhr.',
  'After start, within a year of it, or within ten years where it has recurrences. A time in the past ends the silence at once.':
    'Nach dem Beginn, höchstens ein Jahr danach, oder zehn Jahre, wenn sie wiederkommt. Eine Zeit in der Vergangenheit beendet die Stummschaltung sofort.',
};
