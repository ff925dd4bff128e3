import { defineTexts } from '../../parts/texts.tsx';

export const contactsTexts = defineTexts({
  en: {
    title: 'Further numbers and addresses',
    help: 'Steps of rules can name them. Where you have no number or address of your own for a channel, the first that is confirmed is used.',
    none: 'There are none yet.',
    confirmed: 'Confirmed',
    unconfirmed: 'Not confirmed: nothing is sent here.',
    usedBy: (rules: string) => `Used by: ${rules}`,
    rule: (place: number) => `Rule ${place}`,
    otherwise: 'Otherwise',
    unused: 'No rule names it.',
    unusedWithout: 'You have no rules: it is used where you have no number or address of your own.',
    remove: 'Remove',
    removeQuestion: 'No alert is sent there any more.',
    removeUsed: (rules: string) =>
      `No alert is sent there any more. “${rules}” then uses your usual number or address.`,
    channel: 'Channel',
    target: 'Number or address',
    targetHelp: '+ and digits, with the code of the country; or a mail address.',
    label: 'What you call it',
    add: 'Add',
  },
  de: {
    title: 'Weitere Nummern und Adressen',
    help: 'Regeln können sie nennen. Wo Sie für einen Kanal keine eigene haben, gilt die erste bestätigte.',
    none: 'Es gibt noch keine.',
    confirmed: 'Bestätigt',
    unconfirmed: 'Nicht bestätigt: Hierher wird nichts gesendet.',
    usedBy: (rules: string) => `Verwendet von: ${rules}`,
    rule: (place: number) => `Regel ${place}`,
    otherwise: 'Sonst',
    unused: 'Keine Regel nennt sie.',
    unusedWithout:
      'Sie haben keine Regeln: Sie gilt, wo Sie keine eigene Nummer oder Adresse haben.',
    remove: 'Entfernen',
    removeQuestion: 'Alarme werden nicht mehr dorthin gesendet.',
    removeUsed: (rules: string) =>
      `Dorthin gehen keine Alarme mehr. „${rules}“ nimmt dann Ihre übliche Nummer oder Adresse.`,
    channel: 'Kanal',
    target: 'Nummer oder Adresse',
    targetHelp: '+ und Ziffern, mit der Vorwahl des Landes; oder eine E-Mail-Adresse.',
    label: 'Wie Sie sie nennen',
    add: 'Hinzufügen',
  },
});
