import { defineTexts } from '../../parts/texts.tsx';

export const coverageTexts = defineTexts({
  en: {
    gaps: (count: number) =>
      count === 1
        ? 'In the next 14 days, 1 thing keeps people from being told'
        : `In the next 14 days, ${count} things keep people from being told`,
    hints: (count: number) =>
      count === 1 ? '1 hint about coverage' : `${count} hints about coverage`,
    levels: { Gap: 'Problem', Hint: 'Hint' },
    all: (count: number) => `Show all ${count}`,
    fewer: 'Show fewer',
    zone: (zone: string) => `Times in ${zone}.`,
  },
  de: {
    gaps: (count: number) =>
      count === 1
        ? 'In den nächsten 14 Tagen verhindert 1 Umstand, dass jemand benachrichtigt wird'
        : `In den nächsten 14 Tagen verhindern ${count} Umstände, dass jemand benachrichtigt wird`,
    hints: (count: number) =>
      count === 1 ? '1 Hinweis zur Abdeckung' : `${count} Hinweise zur Abdeckung`,
    levels: { Gap: 'Problem', Hint: 'Hinweis' },
    all: (count: number) => `Alle ${count} zeigen`,
    fewer: 'Weniger zeigen',
    zone: (zone: string) => `Zeiten in ${zone}.`,
  },
});
