/** Was eine Prüfung fand, und was das Schweigen eines Monitors heißt. */
export const monitors = {
  monitorDown: '{monitor} ist ausgefallen',
  monitorDegraded: '{monitor} ist beeinträchtigt',
  heartbeatMissing: 'Der Heartbeat von {monitor} fehlt',
  jobDidNotRun: 'Der Job {monitor} ist nicht gelaufen',
  statusUnwanted: 'Status {status} statt {wanted}.',
  answerContains: 'Die Antwort enthält „{text}“.',
  answerContainsNot: 'Die Antwort enthält „{text}“ nicht.',
  answerBeginContainsNot: 'Die ersten 64 KB der Antwort enthalten „{text}“ nicht.',
  headContainsNothing:
    'Antworten auf HEAD haben keinen Inhalt, der „{text}“ enthalten könnte; stattdessen GET nehmen.',
  certificateEnds: 'Das Zertifikat endet am {day}, in {days:number} Tagen.',
  failureIgnored: 'Nicht beachtet, wie eingestellt: {why:sentence}',
  packetsAnswered: '{method}: {received:number} von {sent:number} Paketen beantwortet.',
  packetsUnanswered:
    '{method}: {received:number} von {sent:number} Paketen innerhalb von {milliseconds:number} ms beantwortet.',
  connectionsAnswered: '{method}: {received:number} von {sent:number} Verbindungen angenommen.',
  connectionsUnanswered:
    '{method}: {received:number} von {sent:number} Verbindungen innerhalb von {milliseconds:number} ms angenommen.',
  answersAgain: 'Es antwortet wieder.',
  answersNot: 'Es antwortet nicht.',
  jobSaysItFailed: 'Der Job meldet, dass er gescheitert ist.',
  jobSaysWhyItFailed: 'Der Job meldet, dass er gescheitert ist: {text}',
  heardOfAgain: 'Er hat sich wieder gemeldet.',
  heardOfMeanwhile: 'Er hat sich wieder gemeldet, bevor der Alarm draußen war.',
  neverHeardOf:
    'Bis {expected:moment} wurde ein Zeichen erwartet, es kam keines; es kam noch nie eines.',
  lastHeardOf:
    'Bis {expected:moment} wurde ein Zeichen erwartet, es kam keines; das letzte kam am {last:moment}.',
} as const;
