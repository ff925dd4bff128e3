import { defineTexts } from '../../parts/texts.tsx';

export const texts = defineTexts({
  en: { incidents: 'Incidents', attributes: 'Attributes' },
  de: { incidents: 'Störungen', attributes: 'Attribute' },
});
