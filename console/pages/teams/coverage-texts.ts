import { defineTexts } from '../../parts/texts.tsx';

export const coverageTexts = defineTexts({
  en: {
    gaps: (count: number) =>
      count === 1
        ? 'In the next 14 days, 1 thing keeps people from being told'
        : `In the next 14 days, ${count} things keep people from being told`,
    hints: (count: number) =>
      count === 1 ? '1 hint about coverage' : `${count} hints about coverage`,
    levels: { Gap: 'Gap', Hint: 'Hint' },
    all: (count: number) => `Show all ${count}`,
    fewer: 'Show fewer',
    nobody: (from: string, until: string) => `Nobody is on call from ${from} to ${until}.`,
    noTiers: 'The team has no tiers: only its administrators are told of its incidents.',
    neverEscalates:
      'Alerts are not repeated and no further tier follows: when the first people on call do not answer, nobody else is told.',
  },
  de: {
    gaps: (count: number) =>
      count === 1
        ? 'In den nächsten 14 Tagen verhindert 1 Umstand, dass jemand benachrichtigt wird'
        : `In den nächsten 14 Tagen verhindern ${count} Umstände, dass jemand benachrichtigt wird`,
    hints: (count: number) =>
      count === 1 ? '1 Hinweis zur Abdeckung' : `${count} Hinweise zur Abdeckung`,
    levels: { Gap: 'Lücke', Hint: 'Hinweis' },
    all: (count: number) => `Alle ${count} zeigen`,
    fewer: 'Weniger zeigen',
    nobody: (from: string, until: string) => `Niemand hat Bereitschaft von ${from} bis ${until}.`,
    noTiers: 'Das Team hat keine Stufen: Nur seine Administratoren erfahren von Störungen.',
    neverEscalates:
      'Alarme werden nicht wiederholt, und keine Stufe folgt: Antworten die Ersten nicht, erfährt es sonst niemand.',
  },
});
