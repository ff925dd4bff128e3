import { defineTexts } from '../texts.tsx';

export const texts = defineTexts({
  en: {
    title: 'Shadow runs',
    lead: 'Teams whose people another product still tells: everything is decided here and nobody is told, to compare.',
    none: 'No shadow runs',
    noneHelp:
      'Before you leave another product, let both decide about the same alerts. Tell people here once they agree.',
    create: 'New shadow run',
    remove: 'Delete shadow run',
    removeQuestion:
      'From now on people of its teams are told here. The other product should tell nobody any more.',
    product: 'Product',
    state: 'State',
    states: {
      Shadow: 'Nobody is told',
      Live: 'People are told',
      Paused: 'People are told, paused',
    },
    over: 'Over: people are told',
    teams: 'Teams',
    until: 'Until',
    silent: (until: string) => `Nobody of its teams is told here until ${until}; then people are.`,
    audible: 'People of its teams are told here.',
    unread: 'The log of the other product has not been read yet.',
    readUntil: (until: string) => `The log of the other product is read until ${until}.`,
    notRead: (since: string) => `The log of the other product cannot be read since ${since}:`,
  },
  de: {
    title: 'Schattenbetrieb',
    lead: 'Teams, deren Leute noch ein anderes Produkt verständigt: Hier wird nur entschieden, zum Vergleich.',
    none: 'Kein Schattenbetrieb',
    noneHelp:
      'Ehe Sie ein anderes Produkt verlassen, lassen Sie beide über dieselben Alarme entscheiden.',
    create: 'Neuer Schattenbetrieb',
    remove: 'Schattenbetrieb löschen',
    removeQuestion:
      'Ab jetzt werden die Leute seiner Teams hier verständigt. Das andere Produkt sollte es nicht mehr tun.',
    product: 'Produkt',
    state: 'Zustand',
    states: {
      Shadow: 'Niemand wird verständigt',
      Live: 'Leute werden verständigt',
      Paused: 'Leute werden verständigt, angehalten',
    },
    over: 'Zu Ende: Leute werden verständigt',
    teams: 'Teams',
    until: 'Bis',
    silent: (until: string) =>
      `Von seinen Teams wird hier bis ${until} niemand verständigt, danach schon.`,
    audible: 'Die Leute seiner Teams werden hier verständigt.',
    unread: 'Das Protokoll des anderen Produkts wurde noch nicht gelesen.',
    readUntil: (until: string) => `Das Protokoll des anderen Produkts ist bis ${until} gelesen.`,
    notRead: (since: string) =>
      `Das Protokoll des anderen Produkts lässt sich seit ${since} nicht lesen:`,
  },
});
