/** What tools and chats are told. */
export const tools = {
  wordIncident: 'Incident',
  wordSeverity: 'Severity',
  wordState: 'State',
  wordTeams: 'Teams',
  wordServices: 'Services',
  wordOnCall: 'On call',
  stateWord: '{state:choice}',
  severityAndState: '{severity:choice}, {state:choice}',
  openIncident: 'Open',
  resolveIncident: 'Resolve',
  toolTestTitle: 'Test by Tocsin: nothing is wrong',

  nobodyOnCallFor: '🚨 NOBODY is on call for {team}.',
  checkEscalationsNow:
    'No alert of this team reaches anybody by its tiers. Check its escalations now.',
  onCallFor: 'On call for {team}',
  onCallForTeam: 'On call for {team}: {names:list}',
  tierNumber: 'Tier {tier:number}',
  wordNobody: 'nobody',
  personUntil: '{person} until {until}',
  peopleMore: 'and {count:number} more',

  pressAcknowledged: 'Acknowledged.',
  pressResolved: 'Resolved.',
  notSentToChannel: 'This incident was not sent to this channel.',
  nothingChangedAsResolved: 'Nothing was changed: the incident is resolved.',
  nothingChangedAsAcknowledged: 'Nothing was changed: the incident is acknowledged.',
  nothingChangedAsOpen:
    'Nothing was changed: the incident is open, and nobody has acknowledged it.',
  nothingChangedBecause: 'Nothing was changed. {why:sentence}',
  nothingOpenedBecause: 'Nothing was opened. {why:sentence}',
  sayWhatIsWrong: 'Say what is wrong: [critical|warning|minor] title.',
  incidentOpenedInChat: 'Opened: {title}',
  suspendedInTocsin: 'You are suspended in Tocsin; ask an administrator to resume you.',
  chatUnproven:
    'There is no such integration, or its signature or token is missing, wrong or too old.',
  chatPayloadNotJson: 'payload is not a JSON object.',
} as const;
