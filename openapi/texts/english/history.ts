/** What the history of an incident says by itself, beside the words of people. */
export const history = {
  tierAssigns: 'Tier {tier:number} of {team} assigns {teams:list}',
  tierTold: 'Tier {tier:number} of {team}: {names:people}',
  onCallBeingTold: 'On call in {team}, and being told now: {names:people}.',
  nobodyWasTold: 'Nobody on call in {team} was told. {why:sentences} {instead:sentence}',
  nobodyKnownTold:
    'Nobody on call in {team} is known to have been told. {why:sentences} {instead:sentence}',
  tierBroughtForward:
    'Tier {tier:number} of {team} now and not at {at:moment}: {names:people}. {why:sentence}',
  contactBroughtForward:
    '{channel:choice} to {name:person} now and not at {at:moment}: {failed:choice} has not arrived, and is tried again. {why:sentence}',
  contactInstead:
    '{channel:choice} to {name:person} now and not at {at:moment}: {failed:choice} did not arrive. {why:sentence}',
  contactForwardUnanswered:
    '{channel:choice} to {name:person} now and not at {at:moment}: {failed:choice} may not have arrived, and is tried again. {why:sentence}',
  contactInsteadUnanswered:
    '{channel:choice} to {name:person} now and not at {at:moment}: {failed:choice} may not have arrived. {why:sentence}',
  onCallFailing:
    'No message to the people on call is known to have arrived yet. Retries go on. {why:sentence}',
  onCallUnreached: 'No message to the people on call is known to have arrived.',
  noEscalationTiers: 'The team has no escalation tiers.',
  nobodyOnCall: 'Nobody is on call in any tier.',
  beingToldInstead: 'Being told instead: {names:people}.',
  nobodyToTellInstead: 'Its administrators and the Owners cannot be told either.',
  toldInstead: 'Told instead of those on call in {team}: {names:people}.',
  toldInsteadInVain: 'No message to {names:people} is known to have arrived. {instead:sentence}',
  nobodyReachedYet:
    'Nobody has been reached yet: {channel:choice} to {because:sentence} could not be sent. {why:sentence} It is tried again.',
  nobodyReachedUnanswered:
    'Nobody is known to have been reached yet: {channel:choice} to {because:sentence} may not have arrived. {why:sentence} It is tried again.',

  rulesCompareTooMuch:
    'Not all routing rules ran: together they compare too much text of this incident.',
  discardedByRule: 'Discarded by the routing rule “{rule}”.',
  discardedByUnnamedRule: 'Discarded by the routing rule.',

  problemBackOnce:
    'The problem came back within {seconds:number} s of its end. It has come back once.',
  problemBackTimes:
    'The problem came back within {seconds:number} s of its end. It has come back {count:number} times.',
  mutedBySilence: 'Muted by the silence “{silence}” until {until:moment}.',
  mutedUntilSilenceEnds: 'Muted by the silence “{silence}”: people are told once that is over.',
  mutedForGood:
    'Muted by its integration or a maintenance window: nobody is told, unless somebody escalates it.',
  openedInShadow: 'Opened in a shadow run: another product tells people, and nobody is told here.',
  silenceOver: 'The silence “{silence}” is over.',
  heldForPause: 'Held back: nobody is told before {until:moment}, in case it ends by itself.',
  heldForPayloads:
    'Held back: nobody is told before {count:number} payloads came in within {minutes:number} min, at the latest on {until:moment}.',
  heldOrForgotten:
    'Held back: nobody is told before {count:number} payloads came in within {minutes:number} min. It ends by itself when they do not.',
  heldForService:
    'Held back: {service} depends on {dependsOn}, which an open incident affects. Nobody is told before that is over, or before {until:moment}.',
  heldForGrace:
    'What affected {dependsOn} is over. If this one of {service} is still open on {until:moment}, people are told.',
  heldForRule:
    'Held back by the suppression rule {rule}, because of another incident that is open. Nobody is told before that is over, or before {until:moment}.',
  heldForRuleGrace:
    'That for which the suppression rule {rule} held it back is over. If it is still open on {until:moment}, people are told.',
  heldForSource:
    'Held back until {until:moment}: the suppression rule {rule} gives an incident that explains it time to open.',
  holdReached: '{count:number} payloads came in within {minutes:number} min.',
  holdSeverityRose: 'The severity rose to {severity:choice}.',
  holdNeedless: 'Nothing is a reason to hold it back any more.',
  holdOver: 'The time for which it was held back is over.',
  holdForgotten:
    'Fewer than {count:number} payloads came in within {minutes:number} min: it ended while it was held back, and nobody was told.',
  mergedIntoOther:
    'Merged into “{title}”: nobody is told of this one any more, and it ends with that one.',
  resolvedWithLeader: 'Resolved with “{title}”, of which it is part.',
  leaderMergedToo:
    'The incident that it was part of was merged itself, so this one is on its own again.',
  leaderGone:
    'The incident that it was part of is gone or archived, so this one is on its own again.',
  endedWhileHeld: 'It ended while it was held back: nobody was told.',
  integrationDeleted: 'The integration was deleted.',
  inOrder: '{said:sentences}',

  toolTested: '{person} tests the outbound integration {tool}. Nobody has to do anything.',
  callerSaid: 'The caller said: “{words}”',
  recordingMissing: 'The carrier has no recording of the message after all.',
  recordingCopiedAfterAll: 'The recording of the message was fetched after all.',
} as const;
