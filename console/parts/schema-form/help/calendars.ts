import type { Wordings } from './wording.ts';

/** Help texts about calendars with leave and holidays. */
export const calendarsHelp: Wordings = {
  'leave: when the person userId is away. holidays: days off at a site or in a country.': null,
  'Where the calendar is, https, http or webcal: read every 15 minutes. Usually a secret address that the calendar program gives. Either url or text is needed.':
    {
      en: 'Where the calendar is; read every 15 minutes. Usually a secret address that the calendar program gives.',
      de: 'Wo der Kalender ist; er wird alle 15 Minuten gelesen. Meist eine geheime Adresse, die das Kalenderprogramm nennt.',
    },
  'The calendar itself, as a file in the format of iCalendar, instead of its address.':
    'Der Kalender selbst, als Datei im Format iCalendar, anstelle seiner Adresse.',
  'Which events count. all. outOfOffice: those that Outlook marks so, and those of other programs whose title begins so, such as Out of office or Urlaub, and that do not leave the time free. titleContains: those with title in their title, in any letter case.':
    {
      en: 'Out of office are those that Outlook marks so, and those of other programs whose title begins so, such as Out of office or Urlaub, and that do not leave the time free.',
      de: 'Abwesenheiten sind die, die Outlook so kennzeichnet, und aus anderen Programmen die, deren Titel so beginnt, etwa Out of office oder Urlaub, und die die Zeit nicht frei lassen.',
    },
  'What titles contain where counts is titleContains.': {
    en: 'What the titles of events contain that count.',
    de: 'Was die Titel der Termine enthalten, die zählen.',
  },
};
