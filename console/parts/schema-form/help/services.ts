import type { Wordings } from './wording.ts';

/** Help texts about the dependencies of services. */
export const servicesHelp: Wordings = {
  'mute: incidents of the service are held back while one affects what it depends on, for a day at most. off: dependsOn is only shown.':
    {
      en: 'What becomes of its incidents meanwhile. Unless set: held back, for a day at most.',
      de: 'Was währenddessen aus ihren Störungen wird. Ohne Angabe: zurückgehalten, höchstens einen Tag lang.',
    },
  'Incidents of a higher severity are not held back, and are released at once when they rise to it.':
    {
      en: 'Severer incidents are told at once. Unless set: Warning.',
      de: 'Schwerere Störungen werden sofort gemeldet. Ohne Angabe: Warnung.',
    },
  'How long after the last incident of what it depends on people are told of incidents of the service that are still open.':
    {
      en: 'How long after the end of what it waits for people are told of what is still open. Unless set: 5.',
      de: 'Wie lange nach dem Ende dessen, worauf gewartet wird, verständigt wird, was noch offen ist. Ohne Angabe: 5.',
    },
};
