import type { Wordings } from './wording.ts';

/** Help texts about urgency and support hours. */
export const urgencyHelp: Wordings = {
  'How urgent incidents are. Those of an integration come before those of the services that it affects; of several services the most urgent counts. Rules of people may look at it; whoever sets nothing notices nothing of it.':
    {
      en: 'How urgent incidents are, for the rules of people. An integration comes before the services that it affects; of several services the most urgent counts. Without it all are urgent.',
      de: 'Wie dringend Störungen sind, für die Regeln von Menschen. Eine Integration kommt vor den Diensten, die sie betrifft; von mehreren Diensten gilt der dringendste. Ohne Angabe ist alles dringend.',
    },
  'constant: urgency. bySeverity: Low for the severities in low. supportHours: by the time of day.':
    null,
  'Of constant, which needs it.': {
    en: 'With “Always the same”.',
    de: 'Bei der Art „Immer gleich“.',
  },
  'Of bySeverity, which needs it.': {
    en: 'With “By severity”: these are not urgent.',
    de: 'Bei der Art „Nach Schweregrad“: Diese sind nicht dringend.',
  },
  'Of supportHours, while these are open.': {
    en: 'With “By support hours”: high, unless set.',
    de: 'Bei der Art „Nach Servicezeiten“: ohne Angabe hoch.',
  },
  'Of supportHours, while these are not open.': {
    en: 'With “By support hours”: low, unless set.',
    de: 'Bei der Art „Nach Servicezeiten“: ohne Angabe niedrig.',
  },
  'Of supportHours that are High and else Low: when they begin, what is open and not acknowledged alerts anew, with high urgency.':
    {
      en: 'When the support hours begin, what is open and not acknowledged alerts anew, as urgent.',
      de: 'Wenn die Servicezeiten beginnen, alarmiert neu und dringend, was offen und nicht angenommen ist.',
    },
  'Only alerts of these urgencies.': 'Nur Alarme dieser Dringlichkeiten.',
  'The zone of the hours.': null,
  'They are open in any of these windows.': null,
};
