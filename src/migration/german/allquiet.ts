import type { GermanLines } from './in-german.ts';

/** Lines of imports from All Quiet; other products use some of them, too. */
export const allquietLines: GermanLines = {
  'Tocsin has no phone numbers of Bird: use one of Twilio or Telnyx':
    'Tocsin hat keine Telefonnummern von Bird: Nehmen Sie eine von Twilio oder Telnyx',
  'had ended before': 'war vorher zu Ende',
  'left out: Tocsin has no {0}': 'weggelassen, weil es das in Tocsin nicht gibt: {0}',
  'connect it here: addresses, tokens and templates of tools are not told':
    'verbinden Sie es hier: Adressen, Token und Vorlagen von Werkzeugen gibt die Quelle nicht preis',
  'left out: nothing is told of the person, not even an address':
    'weggelassen: Von der Person ist nichts bekannt, nicht einmal eine Adresse',
  'their number and how they are told cannot be read: they are told as anybody is who has just been invited':
    'Nummer und Wege sind nicht lesbar: Die Person wird verständigt wie jeder, der eben eingeladen wurde',
  'its password is not told: it is off until you set one here':
    'das Kennwort gibt die Quelle nicht preis: Sie ist aus, bis Sie hier eines setzen',
  'has no key that can be kept: senders need the new one':
    'hat keinen Schlüssel, der bleiben kann: Absender brauchen den neuen',
  'no type of Tocsin: read as any webhook, so look at its mapping':
    'kein Typ von Tocsin: wird wie jeder Webhook gelesen, sehen Sie also die Zuordnung an',
  'left out: what its {0} names is not there': 'weggelassen: Was {0} nennt, ist nicht da',
  'left out: it has no {0}': 'weggelassen: Es fehlt {0}',
  'left out: recordings are not told, so upload it here':
    'weggelassen: Aufnahmen gibt die Quelle nicht preis, laden Sie sie also hier hoch',
  'names {0} that are not there: the others are kept':
    'nennt unter {0} etwas, das nicht da ist: Die anderen bleiben',
  'left out: where callers choose from a menu, that decides':
    'weggelassen: Wo Anrufer aus einem Menü wählen, entscheidet das',
  'left out: answers are looked through for a text here, not for a pattern':
    'weggelassen: Antworten werden hier nach einem Text durchsucht, nicht nach einem Muster',
};
