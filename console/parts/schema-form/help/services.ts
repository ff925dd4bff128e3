import type { Wordings } from './wording.ts';

/** Of what services depend on. */
export const servicesHelp: Wordings = {
  'Services without which this one does not work. While an open incident affects one of them, or one that they depend on in turn, nobody is told of incidents that payloads open for this service, as suppression says. A circle of services is refused.':
    {
      en: 'Services without which this one does not work. While an open incident affects one of them, or what they depend on, nobody is told of incidents that payloads open for this service. Incidents that a person opens, and calls, are always told.',
      de: 'Dienste, ohne die dieser nicht arbeitet. Solange eine offene Störung einen davon betrifft, oder etwas, wovon er abhängt, wird niemand von Störungen verständigt, die Meldungen für diesen Dienst eröffnen. Was ein Mensch eröffnet, und Anrufe, werden immer gemeldet.',
    },
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
