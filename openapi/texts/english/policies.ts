/** What is wrong with escalation policies. */
export const policies = {
  stepDoesNothing: 'a step needs somebody to tell, a team to assign, or to resolve the incident',
  severitiesAreEmpty: 'name severities, or leave them out for all',
  targetIsOne: 'name exactly one of userId, scheduleId, teamId, policyId and outboundIntegrationId',
  pickOneOf: 'must be one of {picks:list}',
  nothingToPick: 'only schedules and teams have something to pick',
  policyNameTaken: 'Another escalation policy of the team has this name.',
  teamHasDefaultPolicy:
    'The team has the default policy {name} ({id}); let that one be no default first.',
  teamFollowsPolicy:
    'The team follows the escalation policy {name} ({id}), which would win over these tiers. Change that one, or let it be no default first.',
  overrideOfPolicy:
    'The team follows the escalation policy {name} ({id}), which overrides of the team do not change. Name a schedule of it by scheduleId instead of teamId, or neither of them for everything that the person is on call for.',
  overrideDoesNothing:
    'An override of {person} in this team does nothing, because the team follows the escalation policy {policy}. Override the schedules that it names.',
  shiftsOfPolicy:
    'The team follows the escalation policy {policy}: take shifts of the schedules that it names, by scheduleId.',
  serviceNeedsItself:
    'the service would depend on itself, directly or through {name}: leave out one of the two',
  policyBeginsItself: 'the policy would begin itself, directly or through other policies',

  stepOfPolicy: 'Step {step:number} of {policy}. {why:sentence}',
  policyIsDefault: 'It is what {team} follows.',
  policyOfRule: 'The rule “{rule}” chose it.',
  policyOfUnnamedRule: 'A routing rule chose it.',
  policyOfIntegration: 'It is the policy of the integration {name}.',
  policyOfService: 'It is the policy of the service {name}.',
  policyOfStep: 'Step {step:number} of {policy} began it.',
  stepTold: 'Step {step:number} of {policy}: {names:people}',
  stepBroughtForward:
    'Step {step:number} of {policy} now and not at {at:moment}: {names:people}. {why:sentence}',
  stepForwards: 'Forwarded by step {step:number} of {policy}',
  stepAssigns: 'Step {step:number} of {policy} assigns {teams:list}',
  resolvedByStep: 'Resolved by step {step:number} of {policy}',
  resolvedByPolicy: 'Resolved by {policy}, {minutes:number} min after it opened',
  acknowledgementLapsed:
    'Nobody resolved it within {minutes:number} min of the acknowledgement. {policy} begins again.',
  teamJoins: 'An escalation policy of {team} is followed. {why:sentence}',
  policyGone: 'The escalation policy that was followed was deleted.',
  nobodyInSteps: 'Nobody is on call in any step.',
  policyMissing: 'the escalation policy is gone',
  policyChosen: 'escalates by {name}',

  policyIsTried: 'It is only tried.',
  stepNotForSeverity: 'It is not for incidents of the severity {severity:choice}.',
  stepNotForUrgency: 'It is not for incidents that are as urgent.',
  stepAfterPayloads:
    'Fewer than {count:number} payloads came in within {minutes:number} min before it was due.',
  stepOutsideHours: 'It was due outside of its hours.',
  nobodyOfStep: 'Nobody of it is on call.',
  stoppedByAcknowledgement: 'Somebody has acknowledged the incident.',
  stoppedByLowUrgency: 'The incident is not urgent, which the policy takes no further.',

  convertsCuttingWindows:
    'Tier {tier:number}: a turn may end within a window, which whoever began it had to its end before.',
  convertsRoundRobins:
    'Tier {tier:number}: only some of its schedules share incidents out, or each by itself; everybody is told.',
  convertsStops:
    'Tier {tier:number}: what goes on after an acknowledgement may do so at other times, or where it did not.',
  convertsLastRepeat:
    'Tier {tier:number}: the last repeat is left out, as the next tier follows at the same time.',
  convertsConditions:
    'Tier {tier:number}: where nobody of it can be told, the next one follows only if its severities and times let it.',
  convertsAssignments:
    'Tier {tier:number}: teams are assigned even where nobody of it can be told, and all of their people are told.',
  convertsRounds: 'Rounds begin at another time where nobody of the last tiers can be told.',
  convertsOverrides:
    'Overrides of the team ({count:number}) do not count for its new schedules: make them anew there.',
} as const;
