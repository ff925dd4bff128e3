import { defineTexts } from './texts.tsx';

export const calendarTexts = defineTexts({
  en: {
    calendarOf: (name: string) => `Calendar of ${name}`,
    calendarHelp:
      'A secret address for calendar programs (iCal): 30 days back, 180 ahead. Whoever knows it can read the calendar.',
    noCalendar: 'There is no address yet.',
    makeCalendar: 'Make an address',
    renewCalendar: 'Make a new address',
    renewHelp: 'The old address stops working.',
    deleteCalendar: 'Delete the address',
    deleteCalendarQuestion: 'Calendars that read it get nothing any more.',
    copy: 'Copy',
    copied: 'Copied',
    address: 'Address',
    onlyTier1: 'Only times in tier 1',
    calendarGone: 'The address is gone',
    calendarMade: 'The address is there',
  },
  de: {
    calendarOf: (name: string) => `Kalender von ${name}`,
    calendarHelp:
      'Eine geheime Adresse für Kalenderprogramme (iCal): 30 Tage zurück, 180 voraus. Wer sie kennt, kann den Kalender lesen.',
    noCalendar: 'Es gibt noch keine Adresse.',
    makeCalendar: 'Adresse anlegen',
    renewCalendar: 'Neue Adresse anlegen',
    renewHelp: 'Die alte Adresse gilt dann nicht mehr.',
    deleteCalendar: 'Adresse löschen',
    deleteCalendarQuestion: 'Kalender, die sie lesen, bekommen nichts mehr.',
    copy: 'Kopieren',
    copied: 'Kopiert',
    address: 'Adresse',
    onlyTier1: 'Nur Zeiten in Stufe 1',
    calendarGone: 'Die Adresse ist gelöscht',
    calendarMade: 'Die Adresse ist da',
  },
});
