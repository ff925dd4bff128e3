/** What would keep incidents from being told. */
export const coverage = {
  nobodyOnCallBetween: 'Nobody is on call in any tier from {from:moment} to {until:moment}.',
  nobodyOnCallUntil: 'Nobody is on call in any tier, until {until:moment} at least.',
  scheduleGap:
    'By the schedule “{schedule}” nobody is on call from {from:moment} to {until:moment}.',
  scheduleGaps:
    'By the schedule “{schedule}” nobody is on call from {from:moment} to {until:moment}, and {count:number} more times in 14 days.',
  scheduleEmpty: 'By the schedule “{schedule}” nobody is on call, until {until:moment} at least.',
  layerNeverWins:
    'In the schedule “{schedule}” layer {layer} is always hidden by layers of higher levels; nobody is on call by it in the next 14 days.',
  onLeaveOnCall:
    '{person} is on leave by their calendar, and on call by the schedule “{schedule}” from {from:moment} to {until:moment}.',
  onLeaveOftenOnCall:
    '{person} is on leave by their calendar, and on call by the schedule “{schedule}” from {from:moment} to {until:moment}, and {count:number} more times in 14 days.',
  scheduleNamesNoCalendar:
    'The schedule “{name}” names a calendar of holidays that is not there any more: its days are days like any other.',
  hoursNameNoCalendar:
    'The support hours “{name}” name a calendar of holidays that is not there any more: its days are days like any other.',
  teamPassesOn:
    'The team has no escalation tiers. Of incidents that its routing rules give to no other team only administrators are told, of the team or else of the organization.',
  policyReachesNobody:
    'By the policy “{policy}” nobody can be told, until {until:moment} at least.',
  policyReachesNobodyBetween:
    'By the policy “{policy}” nobody can be told from {from:moment} to {until:moment}.',
  stepReachesNobody: 'Step {step:number} of the policy “{policy}” reaches nobody.',
  stepReachesNobodyBetween:
    'Step {step:number} of the policy “{policy}” reaches nobody from {from:moment} to {until:moment}.',
  policyUnused:
    'No incident follows the escalation policy “{policy}”: it is not the default of its team, and no rule, integration, service, phone number or policy names it.',
  policyBesideTiers:
    'The team follows the policy “{policy}”, so its tiers do nothing: delete them.',
  teamHasNoTiers:
    'The team has no escalation tiers: of its incidents only administrators are told, of the team or else of the organization.',
  tierIsEmpty: 'Tier {tier:number} has no people; alerts pass over it.',
  neverEscalates:
    'Alerts are not repeated and no further tier follows: when the first people on call do not answer, nobody else is told.',
  suspendedInTier: '{person} is suspended: alerts pass over them in tier {tier:number}.',
  suspendedInTiers: '{person} is suspended: alerts pass over them in tiers {tiers:choices}.',
  tierAssignsInVain: 'Tier {tier:number} assigns {team}, where nobody is on call in any tier.',
  unreachableOnCall: '{person} is on call, and no alert reaches them. {why:sentences}',
  unreachableForSeverities:
    '{person} is on call, and no alert of {severities:choices} incidents reaches them. {why:sentences}',
  wantedByOne: '{missing:sentence} 1 person who will be on call switched this channel on.',
  wantedByMany:
    '{missing:sentence} {count:number} people who will be on call switched this channel on.',
  channelCannotSend: '{channel:choice} cannot be sent, whoever it is for. {reason:sentence}',
  providerFails:
    '{channel:choice} cannot be sent by {provider} and goes another way. {reason:sentence}',
  toolCannotSend: '{tool} “{name}”: {reason:sentence}',
  userGroupNotKept: 'The user group of “{name}” does not hold whoever is on call. {why:sentence}',

  routingNamesDeleted:
    'The routing “{name}” names something of the kind {kind} that was deleted ({field}).',
  suppressionNamesDeleted:
    'The suppression rule “{name}” names something that was deleted: remove it, or name what took its place.',
  suppressionOfCritical:
    'The suppression rule “{name}” may hold back Critical incidents for up to a day: name the severities of what it holds back if it should not.',
  serviceNeedsDeleted:
    'The service “{name}” depends on a service that was deleted: remove it, or name what took its place.',
  ruleNamesDeleted:
    'Rule {number:number} of the routing “{name}” names something of the kind {kind} that was deleted ({field}).',
  namedRuleNamesDeleted:
    'Rule {number:number} ({rule}) of the routing “{name}” names something of the kind {kind} that was deleted ({field}).',

  holdLongerThanStep:
    '“{name}” holds incidents back for {minutes:number} min, longer than the {wait:number} min after which the second people on call are told.',
  holdMayForget:
    '“{name}” lets incidents end untold of which fewer than {count:number} payloads come in within {minutes:number} min.',
  silenceInverted: 'The silence “{name}” is active at all times but those of its recurrences.',
  silenceForLong: 'The silence “{name}” is active without a break until {until:moment}.',
  windowWithoutEnd: 'A maintenance window of “{name}” has no end.',
  windowForLong: 'A maintenance window of “{name}” lasts without a break until {until:moment}.',
  mappingCannotRead:
    'The mapping of “{name}” cannot read what the integration is sent. Correct it, and replay the payloads.',
  mappingCannotReadTold:
    'The mapping of “{name}” cannot read what the integration is sent, and no incident opens for it. {told:sentence}',
  mappingCouldNotReadLast:
    'The mapping of “{name}” could not read the last payload, which the integration is set to ignore.',
  administratorsTold: 'Administrators were told: {names:people}.',
  administratorsBeingTold: 'Administrators are being told.',
  administratorsUnreached: 'No message to an Administrator or Owner arrives.',
} as const;
