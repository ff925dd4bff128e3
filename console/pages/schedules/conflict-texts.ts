import { defineTexts } from '../../parts/texts.tsx';

export const conflictTexts = defineTexts({
  en: {
    title: 'On call while on leave',
    help: 'In the next six weeks, by the calendars of people, with who could stand in. Ask one of them to take the shift.',
    conflict: (name: string, from: string, until: string) => `${name}, ${from} to ${until}`,
    nobody: 'Nobody else of the schedule is free.',
    candidate: (name: string, hours: number, but: string[]) =>
      [`${name}: ${hours} h on call in 90 days`, ...but].join(', '),
    onLeave: 'on leave, too',
    unreachable: 'no alert reaches them',
    tired: 'less than 11 h of rest',
  },
  de: {
    title: 'Dienst trotz Urlaub',
    help: 'In den nächsten sechs Wochen, nach den Kalendern der Menschen, und wer einspringen könnte. Bitten Sie jemanden davon, die Schicht zu übernehmen.',
    conflict: (name: string, from: string, until: string) => `${name}, ${from} bis ${until}`,
    nobody: 'Sonst ist niemand aus dem Dienstplan frei.',
    candidate: (name: string, hours: number, but: string[]) =>
      [`${name}: ${hours} h Dienst in 90 Tagen`, ...but].join(', '),
    onLeave: 'hat auch Urlaub',
    unreachable: 'kein Alarm kommt an',
    tired: 'weniger als 11 h Ruhe',
  },
});
