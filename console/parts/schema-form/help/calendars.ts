import type { Wordings } from './wording.ts';

/** Of calendars with leave and holidays. */
export const calendarsHelp: Wordings = {
  'Where the calendar is, https, http or webcal: read every 15 minutes.': {
    en: 'Where the calendar is; read every 15 minutes.',
    de: 'Wo der Kalender ist; er wird alle 15 Minuten gelesen.',
  },
  'Usually a secret address that the calendar program gives.':
    'Meist eine geheime Adresse, die das Kalenderprogramm nennt.',
  'Either url or text is needed.': {
    en: 'Either the address or the calendar itself is needed.',
    de: 'Entweder die Adresse oder der Kalender selbst ist nötig.',
  },
  'The calendar itself, as a file in the format of iCalendar, instead of its address.':
    'Der Kalender selbst, als Datei im Format iCalendar, anstelle seiner Adresse.',
  'Which events count.': 'Welche Termine zählen.',
  'all.': null,
  'outOfOffice: those that Outlook marks so, and those of other programs whose title begins so, such as Out of office or Urlaub, and that do not leave the time free.':
    {
      en: 'Out of office: those that Outlook marks so, and those of other programs whose title begins so, such as Out of office or Urlaub, and that do not leave the time free.',
      de: 'Abwesend: die Outlook so kennzeichnet, und aus anderen Programmen die, deren Titel so beginnt, etwa Out of office oder Urlaub, und die die Zeit nicht frei lassen.',
    },
  'titleContains: those with title in their title, in any letter case.': null,
  'What titles contain where counts is titleContains.': {
    en: 'What the titles of events contain that count.',
    de: 'Was die Titel der Termine enthalten, die zählen.',
  },
};
