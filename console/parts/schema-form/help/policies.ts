import type { Wordings } from './wording.ts';

/** Help texts about escalation policies and their steps. */
export const policiesHelp: Wordings = {
  'Unique in the team.': 'Im Team einmalig.',
  'Incidents of the team follow it unless something else is chosen. It comes before the tiers of the team; one policy of a team at most.':
    'Störungen des Teams folgen ihr, wenn nichts anderes gewählt ist. Sie geht den Stufen des Teams vor; ein Team hat höchstens eine.',
  'Who is told, in order.': 'Wer benachrichtigt wird, der Reihe nach.',
  'What people call the step.': 'Wie der Schritt heißt.',
  'How long after the step before it was due.': 'Wie lange nach der Zeit des Schritts davor.',
  'What keeps it from being taken: that somebody has acknowledged the incident, or only that it is resolved.':
    'Was ihn entfallen lässt: dass jemand die Störung angenommen hat, oder erst, dass sie gelöst ist.',
  'Who is told.': 'Wer benachrichtigt wird.',
  'Of a team: all its members, its administrators, one of its members at random, or the policy that the team follows.':
    null,
  'Incidents take turns, so that each of them goes to some only, and none to somebody who is suspended.':
    'Störungen werden reihum verteilt, sodass jede nur einige erreicht, und keine jemanden, der gesperrt ist.',
  'How many are told of one incident.': 'Wie viele von einer Störung erfahren.',
  'Whether so many people of all targets are told, or all people of so many targets.': {
    en: 'So many of all people named above, or all people of so many of the lines above.',
    de: 'So viele von allen oben genannten Personen, oder alle Personen aus so vielen Zeilen oben.',
  },
  'How often the people of the step are told again while the next step is not due.':
    'Wie oft noch einmal, solange der nächste Schritt nicht an der Reihe ist.',
  'Taken in these times only, in the time zone of the team that owns the policy.': {
    en: 'Only in these times, in the time zone of the team; without any, always.',
    de: 'Nur zu diesen Zeiten, in der Zeitzone des Teams; ohne Angabe immer.',
  },
  'What becomes of a step that is due outside of hours: it waits for their begin, or is passed over.':
    {
      en: 'Of a step that is due outside of them: it waits for their begin, or is passed over. Waits unless set.',
      de: 'Fällt seine Zeit nicht hinein, wartet er bis zu ihrem Beginn oder wird übergangen. Ohne Angabe wartet er.',
    },
  'Taken only where so many payloads about the incident came in so many minutes before.':
    'Nur wenn in so vielen Minuten davor so viele Meldungen zur Störung kamen.',
  'How many payloads it takes.': 'Wie viele Meldungen es braucht.',
  'How far back payloads count.': 'Wie weit zurück Meldungen zählen.',
  'Whether the next step is taken at once where nobody of this one can be told, or at its time.': {
    en: 'Where nobody of this step can be told: the next one at once, or at its time. At once unless set.',
    de: 'Ist niemand dieses Schritts zu erreichen: der nächste sofort oder zu seiner Zeit. Ohne Angabe sofort.',
  },
  'Resolves the incident.': null,
  'How urgent its alerts are for the rules of people.':
    'Wie dringend seine Alarme für die Regeln der Personen sind.',
  'How often all steps are gone through again.':
    'Wie oft alle Schritte noch einmal durchlaufen werden.',
  'How long after the last step the next round begins.':
    'Wie lange nach dem letzten Schritt die nächste Runde beginnt.',
  'What ends the rounds: an acknowledgement, or only the resolution.':
    'Was die Runden beendet: die Annahme, oder erst die Lösung.',
  'An acknowledgement counts for so long. Where the incident is open then, it counts as not acknowledged any more, and the policy begins again at its first step.':
    'So lange gilt eine Annahme. Ist die Störung dann noch offen, gilt sie nicht mehr als angenommen, und die Richtlinie beginnt von vorn.',
  'The incident is resolved so long after it opened, opened again or came back from a snooze, whoever acknowledged it.':
    'So lange nach ihrem Beginn, der Wiedereröffnung oder dem Ende des Zurückstellens wird die Störung gelöst, wer immer sie angenommen hat.',
  'Whether incidents that are not urgent go further than the first step. If not, steps are taken as soon as the incident is urgent when they are due.':
    {
      en: 'Without it, incidents that are not urgent stay at the first step.',
      de: 'Ohne das bleiben Störungen, die nicht dringend sind, beim ersten Schritt.',
    },
};
