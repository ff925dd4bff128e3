import { defineTexts } from '../parts/texts.tsx';

export const liveTexts = defineTexts({
  en: {
    live: 'Live: changes appear by themselves',
    liveAgain: 'Live again',
    notLive: 'Not live',
    notLiveSince: (time: string) =>
      `Since ${time} this page is not told what changes. It asks once a minute, and keeps trying to be live again.`,
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
      `Seit ${time} erfährt diese Seite nicht, was sich ändert. Sie fragt jede Minute nach und versucht laufend, wieder live zu sein.`,
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
