/** What tools and chats are told. */
export const tools = {
  wordIncident: 'Störung',
  wordSeverity: 'Schweregrad',
  wordState: 'Zustand',
  wordTeams: 'Teams',
  wordServices: 'Dienste',
  wordOnCall: 'Bereitschaft',
  stateWord: '{state:choice}',
  severityAndState: '{severity:choice}, {state:choice}',
  openIncident: 'Ansehen',
  resolveIncident: 'Lösen',
  toolTestTitle: 'Test von Tocsin: Alles ist in Ordnung',

  nobodyOnCallFor: '🚨 NIEMAND hat Bereitschaft für {team}.',
  checkEscalationsNow:
    'Kein Alarm dieses Teams erreicht jemanden über seine Stufen. Prüfen Sie jetzt seine Eskalationen.',
  onCallFor: 'Bereitschaft für {team}',
  onCallForTeam: 'Bereitschaft für {team}: {names:list}',
  tierNumber: 'Stufe {tier:number}',
  wordNobody: 'niemand',
  personUntil: '{person} bis {until}',
  peopleMore: 'und {count:number} weitere',

  pressAcknowledged: 'Angenommen.',
  pressResolved: 'Gelöst.',
  notSentToChannel: 'Diese Störung wurde nicht in diesen Kanal gesendet.',
  nothingChangedAsResolved: 'Nichts wurde geändert: Die Störung ist gelöst.',
  nothingChangedAsAcknowledged: 'Nichts wurde geändert: Die Störung ist angenommen.',
  nothingChangedAsOpen:
    'Nichts wurde geändert: Die Störung ist offen, und niemand hat sie angenommen.',
  nothingChangedBecause: 'Nichts wurde geändert. {why:sentence}',
  nothingOpenedBecause: 'Nichts wurde eröffnet. {why:sentence}',
  sayWhatIsWrong: 'Schreiben Sie, was los ist: [critical|warning|minor] Titel.',
  incidentOpenedInChat: 'Eröffnet: {title}',
  suspendedInTocsin:
    'Sie sind in Tocsin gesperrt; bitten Sie einen Administrator, die Sperre aufzuheben.',
  chatUnproven:
    'Es gibt keine solche Integration, oder ihre Signatur oder ihr Token fehlt, ist falsch oder zu alt.',
  chatPayloadNotJson: 'payload ist kein JSON-Objekt.',
} as const;
