/** What became of payloads, and why. Their incidents have no id here: a link beside it leads there. */
export const payloads = {
  payloadHasNoAlert: 'Die Meldung enthält keinen Alarm: Die Liste, die geteilt wird, ist leer.',
  requestHasNoAlert: 'Die Anfrage enthält keinen Alarm.',
  requestIsEmpty: 'Die Anfrage hat weder Inhalt noch Parameter, also meldet sie nichts.',
  changeReported:
    'Das Ereignis meldet eine Änderung und kein Problem; es wird gespeichert und eröffnet keine Störung.',
  connectionSetUp: '{tool} richtet die Verbindung ein; das meldet nichts.',
  mappingDiscarded: 'Die Zuordnung hat sie verworfen (Discard ist True).',
  mappingFailed: 'Die Zuordnung ist gescheitert.',
  evaluationFault: 'Ein Fehler im Server verhinderte ihre Auswertung; siehe sein Protokoll.',
  maintenanceKeepsIt:
    'Ein Wartungsfenster läuft: Die Meldung wird aufbewahrt, keine Störung wird eröffnet oder geändert.',
  maintenanceEndsNothing:
    'Ein Wartungsfenster läuft, und es gibt keine offene Störung, die sie lösen könnte.',
  followUpOfNothing: 'Sie meint ein Problem, zu dem keine Störung offen ist.',
  endRepeated:
    'Sie wiederholt das Ende eines Problems: Die Störung, die es hatte, war schon gelöst.',
  newIncidentMuted: 'Stumm: Von einer neuen Störung erfährt niemand.',
  newIncidentSilenced:
    'Durch die Stummschaltung „{silence}“ bleibt eine neue Störung bis {until:moment} stumm.',
  silenceOpensNothing:
    'Die Stummschaltung „{silence}“ lässt bis {until:moment} keine neue Störung eröffnen.',
  newIncidentHeld: 'Eine neue Störung: {why:sentence}',
  newIncidentSnoozed: 'Eine neue Störung ist bis {until:moment} zurückgestellt.',

  incidentOpened: 'Eröffnet: {why:sentence}',
  incidentUpdated: 'Geändert: {why:sentence}',
  incidentResolved: 'Gelöst: {why:sentence}',
  incidentFailed: 'Gescheitert: {why:sentence}',
  noneOpen: 'Keine offene Störung gehörte dazu.',
  createdResolved: 'Als gelöst eröffnet: Keine offene Störung gehörte dazu.',
  openResolved: 'Eine offene Störung gehörte dazu; sie wurde gelöst.',
  openUpdated: 'Eine offene Störung gehörte dazu; sie wurde geändert.',
  subincidentResolved: 'Ein offenes Problem der Gruppe gehörte dazu; es wurde gelöst.',
  subincidentUpdated: 'Ein offenes Problem der Gruppe gehörte dazu; es wurde geändert.',
  subincidentAdded: 'Eine Gruppe mit diesen Werten ist offen; ein Problem kam dazu.',
  groupFull: 'Eine neue Gruppe wurde eröffnet: Die offene ist voll von offenen Problemen.',
  groupOver:
    'Eine neue Gruppe wurde eröffnet: In der offenen änderte sich mehr als {seconds:number} s nichts.',
  cameBackOnce:
    'Das Problem kam innerhalb von {seconds:number} s nach seinem Ende wieder, zum ersten Mal. Seine Störung wurde wieder geöffnet.',
  cameBackTimes:
    'Das Problem kam innerhalb von {seconds:number} s nach seinem Ende wieder, zum {count:number}. Mal. Seine Störung wurde wieder geöffnet.',

  payloadBeingApplied: 'Gespeichert; ihre Alarme werden gerade angewandt.',
  payloadWaitsItsTurn:
    'Gespeichert; sie wartet, bis sie an der Reihe ist, weil diese Integration mehr Alarme sendet, als auf einmal angewandt werden.',
  appliedLater: 'Gespeichert; sie wird später angewandt.',
  appliedBefore: 'Sie war schon angewandt.',
  incidentOverAlready: 'Die Störung ist schon vorbei.',
  integrationDeletedBefore: 'Ihre Integration wurde gelöscht, bevor sie angewandt werden konnte.',
  notAppliedInAttempts: 'Sie ließ sich in {attempts:number} Versuchen nicht anwenden.',

  unreadBeingTold: 'Administratoren werden informiert, dass sie nicht gelesen werden konnte.',
  unreadTold:
    'Administratoren oder Inhaber wurden informiert, dass sie nicht gelesen werden konnte.',
  unreadToldEarlier:
    'Administratoren oder Inhaber wurden von einer früheren Meldung informiert, die nicht gelesen werden konnte, und werden es erst dann wieder, wenn Meldungen gelesen werden.',
  unreadUntold:
    'Niemand konnte informiert werden, dass sie nicht gelesen werden konnte: Bei keinem Administrator oder Inhaber kommt eine Nachricht an.',
  unreadSetOtherwise: 'Die Integration wurde umgestellt, bevor jemand informiert war.',
  unreadMuted: 'Stumm: Dass sie nicht gelesen werden konnte, erfährt niemand.',
} as const;
