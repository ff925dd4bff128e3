import { defineTexts } from '../texts.tsx';

export const texts = defineTexts({
  en: {
    leave: {
      title: 'Calendars with your leave',
      help: 'When you are away, for those who plan duty. Only the times are read, and the address stays secret. Schedules follow them where they say so.',
      none: 'No calendar',
      noneHelp: 'Add the address that your calendar program gives for others to subscribe to.',
      add: 'Add a calendar',
    },
    holidays: {
      title: 'Holidays',
      help: 'Days off at your sites, by their calendars. Schedules follow them where they say so.',
      none: 'No holidays',
      noneHelp: 'Add the address of a calendar with the holidays of a site.',
      add: 'Add holidays',
    },
    name: 'Name',
    state: 'State',
    next: 'Next',
    actions: 'Actions',
    failing: 'Cannot be read',
    soon: 'Is read within seconds',
    events: (count: number) => (count === 1 ? 'One event counts' : `${count} events count`),
    ignored: (count: number) =>
      count === 1
        ? 'One event is left out: nobody can say when it takes place.'
        : `${count} events are left out: nobody can say when they take place.`,
    read: 'Read',
    nothing: 'Nothing',
    refresh: 'Read now',
    removeQuestion: 'Its days off are forgotten.',
  },
  de: {
    leave: {
      title: 'Kalender mit Ihrem Urlaub',
      help: 'Wann Sie weg sind, für alle, die Dienste planen. Nur die Zeiten werden gelesen, und die Adresse bleibt geheim. Dienstpläne richten sich danach, wo sie es sagen.',
      none: 'Kein Kalender',
      noneHelp:
        'Fügen Sie die Adresse hinzu, unter der Ihr Kalenderprogramm ihn für andere anbietet.',
      add: 'Kalender hinzufügen',
    },
    holidays: {
      title: 'Feiertage',
      help: 'Freie Tage an Ihren Standorten, nach deren Kalendern. Dienstpläne richten sich danach, wo sie es sagen.',
      none: 'Keine Feiertage',
      noneHelp: 'Fügen Sie die Adresse eines Kalenders mit den Feiertagen eines Standorts hinzu.',
      add: 'Feiertage hinzufügen',
    },
    name: 'Name',
    state: 'Stand',
    next: 'Als Nächstes',
    actions: 'Aktionen',
    failing: 'Nicht lesbar',
    soon: 'Wird in Sekunden gelesen',
    events: (count: number) => (count === 1 ? 'Ein Termin zählt' : `${count} Termine zählen`),
    ignored: (count: number) =>
      count === 1
        ? 'Ein Termin ist ausgelassen: niemand kann sagen, wann er ist.'
        : `${count} Termine sind ausgelassen: niemand kann sagen, wann sie sind.`,
    read: 'Gelesen',
    nothing: 'Nichts',
    refresh: 'Jetzt lesen',
    removeQuestion: 'Seine freien Tage werden vergessen.',
  },
});
