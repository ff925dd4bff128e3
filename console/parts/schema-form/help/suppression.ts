import type { Wordings } from './wording.ts';

/** Help texts about suppression rules. */
export const suppressionHelp: Wordings = {
  'The incidents that hold others back, as in rules of routings, but for intents, as no event is asked for; at least one condition. Times of day are those of the team.':
    {
      en: 'The incidents that hold others back while they are open; at least one condition.',
      de: 'Die Störungen, die andere zurückhalten, solange sie offen sind; mindestens eine Bedingung.',
    },
  'The incidents that are held back, except those that source matches, too.': {
    en: 'The incidents that are held back meanwhile. Never those that are a source themselves.',
    de: 'Die Störungen, die währenddessen zurückgehalten werden. Nie solche, die selbst Ursache sind.',
  },
  'Attributes that have to be equal in both, letter case included; one that an incident does not have is empty.':
    {
      en: 'Names of attributes that have to be equal in both. One that is missing counts as empty.',
      de: 'Namen von Attributen, die in beiden gleich sein müssen. Eins, das fehlt, gilt als leer.',
    },
  'How long what target matches is held back for a source that opens after it.': {
    en: 'How long it is held back in case its source opens after it. Unless set: 0.',
    de: 'Wie lange sie zurückgehalten wird, falls die Ursache erst nach ihr kommt. Ohne Angabe: 0.',
  },
  'How long after the last source has ended people are told of what is still open.': {
    en: 'How long after the last source has ended people are told of what is still open. Unless set: 5.',
    de: 'Wie lange nach dem Ende der letzten Ursache verständigt wird, was noch offen ist. Ohne Angabe: 5.',
  },
};
