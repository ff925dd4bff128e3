import { defineTexts } from '../parts/texts.tsx';

export const offlineTexts = defineTexts({
  en: {
    offline: (ago: string, time: string) =>
      `No connection. You see the state of ${time} (${ago}); nothing can be changed.`,
  },
  de: {
    offline: (ago: string, time: string) =>
      `Keine Verbindung. Sie sehen den Stand von ${time} (${ago}); nichts kann geändert werden.`,
  },
});
