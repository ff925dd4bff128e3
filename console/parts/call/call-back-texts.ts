import { defineTexts } from '../texts.tsx';

export const texts = defineTexts({
  en: {
    title: 'Call back',
    callBack: (number: string) => `Call ${number} back`,
    how: (number: string) =>
      `Your phone rings first. Press 1, and the caller is rung, who sees ${number}.`,
    ringing: 'Your phone rings now. Pick up and press 1.',
    ongoing: (person: string) => `${person} is calling back.`,
    outcomes: {
      Talked: 'spoken',
      NotReached: 'not reached',
      NotAccepted: 'not rung',
      Refused: 'refused',
      Unknown: 'unknown',
    },
  },
  de: {
    title: 'Zurückrufen',
    callBack: (number: string) => `${number} zurückrufen`,
    how: (number: string) =>
      `Zuerst läutet Ihr Telefon. Drücken Sie die 1, dann läutet es beim Anrufer, der ${number} sieht.`,
    ringing: 'Ihr Telefon läutet jetzt. Nehmen Sie ab und drücken Sie die 1.',
    ongoing: (person: string) => `${person} ruft gerade zurück.`,
    outcomes: {
      Talked: 'gesprochen',
      NotReached: 'nicht erreicht',
      NotAccepted: 'nicht angerufen',
      Refused: 'abgelehnt',
      Unknown: 'unbekannt',
    },
  },
});
