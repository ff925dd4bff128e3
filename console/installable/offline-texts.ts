import { defineTexts } from '../parts/texts.tsx';

export const offlineTexts = defineTexts({
  en: {
    begins: 'No connection: nothing can be changed.',
    ends: 'The connection is back.',
    offline: (ago: string, time: string) =>
      `No connection. You see the state of ${time} (${ago}); nothing can be changed.`,
  },
  de: {
    begins: 'Keine Verbindung: Nichts kann geändert werden.',
    ends: 'Die Verbindung ist wieder da.',
    offline: (ago: string, time: string) =>
      `Keine Verbindung. Sie sehen den Stand von ${time} (${ago}); nichts kann geändert werden.`,
  },
});
