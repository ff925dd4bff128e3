import { defineTexts } from '../texts.tsx';

export const updateTexts = defineTexts({
  en: {
    tellPublic: 'Update the public',
    state: 'State',
    noState: 'None: just news',
    states: {
      Investigating: 'Investigating',
      Identified: 'Identified',
      Monitoring: 'Monitoring',
      Resolved: 'Resolved',
    },
    english: 'Text in English',
    german: 'Text in German',
    textHelp: '{service} stands for the names of the services.',
    otherHelp: 'Left empty, these readers get the other text.',
  },
  de: {
    tellPublic: 'Öffentlich melden',
    state: 'Stand',
    noState: 'Keiner: nur ein Hinweis',
    states: {
      Investigating: 'Wird untersucht',
      Identified: 'Ursache gefunden',
      Monitoring: 'Wird beobachtet',
      Resolved: 'Behoben',
    },
    english: 'Text auf Englisch',
    german: 'Text auf Deutsch',
    textHelp: '{service} steht für die Namen der Dienste.',
    otherHelp: 'Bleibt er leer, lesen alle den anderen.',
  },
});
