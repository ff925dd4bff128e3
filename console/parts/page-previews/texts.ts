import { defineTexts } from '../texts.tsx';

export const texts = defineTexts({
  en: {
    look: 'As customers will see it',
    lookNow: 'As customers see it',
    page: 'Page',
    language: 'Language',
    languages: { en: 'English', de: 'German' },
  },
  de: {
    look: 'Wie Kunden sie sehen werden',
    lookNow: 'Wie Kunden sie sehen',
    page: 'Seite',
    language: 'Sprache',
    languages: { en: 'Englisch', de: 'Deutsch' },
  },
});
