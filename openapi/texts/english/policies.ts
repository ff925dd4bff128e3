/** What is wrong with escalation policies. */
export const policies = {
  stepDoesNothing: 'a step needs somebody to tell, a team to assign, or to resolve the incident',
  hoursAreEmpty: 'name the times, or leave them out for always',
  severitiesAreEmpty: 'name severities, or leave them out for all',
  targetIsOne: 'name exactly one of userId, scheduleId, teamId, policyId and outboundIntegrationId',
  pickOneOf: 'must be one of {picks:list}',
  nothingToPick: 'only schedules and teams have something to pick',
  policyNameTaken: 'Another escalation policy of the team has this name.',
  teamHasDefaultPolicy:
    'The team has the default policy {name} ({id}); let that one be no default first.',
  teamFollowsPolicy:
    'The team follows the escalation policy {name} ({id}), which would win over these tiers. Change that one, or let it be no default first.',
  shiftsOfPolicy:
    'The team follows the escalation policy {policy}: take shifts of the schedules that it names, by scheduleId.',
  policyBeginsItself: 'the policy would begin itself, directly or through other policies',

  stepOfPolicy: 'Step {step:number} of {policy}. {why:sentence}',
  policyIsDefault: 'It is what {team} follows.',
  policyOfRule: 'The rule “{rule}” chose it.',
  policyOfUnnamedRule: 'A routing rule chose it.',
  policyOfIntegration: 'It is the policy of the integration {name}.',
  policyOfService: 'It is the policy of the service {name}.',
  policyOfStep: 'Step {step:number} of {policy} began it.',
  stepTold: 'Step {step:number} of {policy}: {names:list}',
  stepBroughtForward:
    'Step {step:number} of {policy} now and not at {at:moment}: {names:list}. {why:sentence}',
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
} as const;
