import { defineTexts } from '../../parts/texts.tsx';

export const texts = defineTexts({
  en: {
    title: 'Incidents',
    none: 'No incidents',
    noneHelp: 'Nothing matches, or nothing has happened. Alerts arrive through integrations.',
  },
  de: {
    title: 'Störungen',
    none: 'Keine Störungen',
    noneHelp: 'Nichts passt, oder nichts ist geschehen. Alarme kommen über Integrationen.',
  },
});
