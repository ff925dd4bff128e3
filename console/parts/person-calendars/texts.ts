import { defineTexts } from '../texts.tsx';

export const texts = defineTexts({
  en: {
    leave: {
      title: 'Calendars with your leave',
      help: 'Your schedules know from them when you are away. Only the times are read, and the address stays secret.',
      none: 'No calendar',
      noneHelp: 'Add the address that your calendar program gives for others to subscribe to.',
      add: 'Add a calendar',
    },
    holidays: {
      title: 'Holidays',
      help: 'Days on which layers of schedules can behave in another way, by the calendars of your sites.',
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
    removeQuestion: 'What it says about days off no longer counts.',
  },
  de: {
    leave: {
      title: 'Kalender mit Ihrem Urlaub',
      help: 'Ihre Dienstpläne wissen daraus, wann Sie weg sind. Nur die Zeiten werden gelesen, und die Adresse bleibt geheim.',
      none: 'Kein Kalender',
      noneHelp:
        'Fügen Sie die Adresse hinzu, unter der Ihr Kalenderprogramm ihn für andere anbietet.',
      add: 'Kalender hinzufügen',
    },
    holidays: {
      title: 'Feiertage',
      help: 'Tage, an denen Ebenen von Dienstplänen sich anders verhalten können, nach den Kalendern Ihrer Standorte.',
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
    removeQuestion: 'Was er über freie Tage sagt, gilt nicht mehr.',
  },
});
