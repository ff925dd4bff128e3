import { defineTexts } from '../parts/texts.tsx';

export const liveTexts = defineTexts({
  en: {
    live: 'Live: changes appear by themselves',
    liveAgain: 'Live again',
    notLive: 'Not live',
    notLiveSince: (time: string) =>
      `Since ${time} the server has not been heard. What changes does not appear by itself; it is tried again all the time.`,
    retry: 'Try now',
    away: (count: string, time: string) => `${count} changed while you were away, since ${time}`,
    incidents: (count: number, more: boolean) =>
      count === 1 ? '1 incident' : `${count}${more ? ' or more' : ''} incidents`,
    andMore: (count: number) => `and ${count} more`,
    dismiss: 'Dismiss',
  },
  de: {
    live: 'Live: Änderungen erscheinen von selbst',
    liveAgain: 'Wieder live',
    notLive: 'Nicht live',
    notLiveSince: (time: string) =>
      `Seit ${time} ist vom Server nichts zu hören. Änderungen erscheinen nicht von selbst; es wird laufend neu versucht.`,
    retry: 'Jetzt versuchen',
    away: (count: string, time: string) => `${count} während Ihrer Abwesenheit, seit ${time}`,
    incidents: (count: number, more: boolean) =>
      count === 1
        ? '1 Störung hat sich geändert'
        : `${count}${more ? ' oder mehr' : ''} Störungen haben sich geändert`,
    andMore: (count: number) => `und ${count} weitere`,
    dismiss: 'Ausblenden',
  },
});
