/** What became of payloads, and why. */
export const payloads = {
  payloadHasNoAlert: 'The payload contains no alert: the list to split is empty.',
  requestHasNoAlert: 'The request contains no alert.',
  requestIsEmpty: 'The request has neither a body nor a query, so it reports nothing.',
  changeReported:
    'A change event reports a change, not a problem; it is stored and opens no incident.',
  connectionSetUp: '{tool} sets up its connection; it reports nothing.',
  mappingDiscarded: 'The mapping discarded it (Discard is True).',
  mappingFailed: 'The mapping failed.',
  evaluationFault: 'A fault in the server prevented its evaluation; see the log of the server.',
  maintenanceKeepsIt:
    'A maintenance window is active: the payload is kept, no incident is opened or changed.',
  maintenanceEndsNothing:
    'A maintenance window is active, and there is no open incident to resolve.',
  followUpOfNothing: 'It refers to a problem for which no incident is open.',
  endRepeated:
    'It repeats the end of a problem: the incident {incident} had it, and was resolved already.',
  newIncidentMuted: 'Muted: nobody is told of a new incident.',
  newIncidentSilenced: 'The silence “{silence}” mutes a new incident until {until:moment}.',
  silenceOpensNothing: 'The silence “{silence}” lets no new incident open until {until:moment}.',
  newIncidentHeld: 'A new incident: {why:sentence}',
  newIncidentSnoozed: 'A new incident is snoozed until {until:moment}.',

  incidentOpened: 'Opened {incident}: {why:sentence}',
  incidentUpdated: 'Updated {incident}: {why:sentence}',
  incidentResolved: 'Resolved {incident}: {why:sentence}',
  incidentFailed: 'Failed {incident}: {why:sentence}',
  noneOpen: 'No open incident had this correlation.',
  createdResolved: 'Created as resolved: no open incident had this correlation.',
  openResolved: 'An open incident had this correlation; it was resolved.',
  openUpdated: 'An open incident had this correlation; it was updated.',
  subincidentResolved: 'An open subincident of the group had this correlation; it was resolved.',
  subincidentUpdated: 'An open subincident of the group had this correlation; it was updated.',
  subincidentAdded: 'A group with these grouping values is open; a subincident was added.',
  groupFull: 'Started a new group: the open one is full with open subincidents.',
  groupOver: 'Started a new group: the open one had no update for more than {seconds:number} s.',
  cameBackOnce:
    'The problem came back within {seconds:number} s of its end. It has come back once. Its incident was reopened.',
  cameBackTimes:
    'The problem came back within {seconds:number} s of its end. It has come back {count:number} times. Its incident was reopened.',

  payloadBeingApplied: 'Stored; its alerts are being applied.',
  payloadWaitsItsTurn:
    'Stored; it waits its turn, because this integration sends more alerts than are applied at once.',
  appliedLater: 'Stored; it is applied later.',
  appliedBefore: 'It was already applied.',
  incidentOverAlready: 'The incident is over already.',
  integrationDeletedBefore: 'Its integration was deleted before it could be applied.',
  notAppliedInAttempts: 'It could not be applied in {attempts:number} attempts.',

  unreadBeingTold: 'Administrators are being told that it could not be read.',
  unreadTold: 'Administrators or Owners were told that it could not be read.',
  unreadToldEarlier:
    'Administrators or Owners were told of an earlier payload that could not be read, and are not told again before payloads are read.',
  unreadUntold:
    'Nobody could be told that it could not be read: no message to an Administrator or Owner arrives.',
  unreadSetOtherwise: 'The integration was set otherwise before anybody was told of it.',
  unreadMuted: 'Muted: nobody is told that it could not be read.',
} as const;
