import { defineTexts } from '../../parts/texts.tsx';

export const texts = defineTexts({
  en: {
    title: 'Support hours',
    lead: 'When somebody is at work. Integrations and services may say that their incidents are urgent only then.',
    none: 'No support hours',
    noneHelp:
      'With them, what opens outside of the hours of work need not wake anybody: rules of people look at how urgent an incident is.',
    create: 'New support hours',
    remove: 'Delete support hours',
    removeQuestion: 'Where they are named incidents are urgent at all hours from now on.',
  },
  de: {
    title: 'Servicezeiten',
    lead: 'Wann jemand bei der Arbeit ist. Integrationen und Dienste können festlegen, dass ihre Störungen nur dann dringend sind.',
    none: 'Keine Servicezeiten',
    noneHelp:
      'Mit ihnen muss, was außerhalb der Arbeitszeit beginnt, niemanden wecken: Regeln von Menschen richten sich danach, wie dringend eine Störung ist.',
    create: 'Neue Servicezeiten',
    remove: 'Servicezeiten löschen',
    removeQuestion: 'Wo sie genannt sind, sind Störungen ab jetzt zu jeder Zeit dringend.',
  },
});
