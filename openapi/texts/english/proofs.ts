/** What proofs of guarantees say. */
export const proofs = {
  proofGoesOn:
    'Ten proofs of this organization wait already. Look at them in the list of proofs, and ask again once one is done.',
  guaranteeOfNothing: 'No integration opens such incidents.',
  guaranteeOfNoSeverity:
    'By their mappings, {integrations:list} open no incident of these severities.',
  guaranteeExcusedAlways: 'Such incidents are excused at all times.',
  guaranteeMostlyExcused:
    'Incidents of “{integration}” are excused {percent} % of the time, and nobody has to be told then.',
  guaranteeExcusedBecause: '{reasons:sentences}',
  excusedBySilence: 'The silence “{name}” is active then.',
  excusedByInvertedSilence: 'The silence “{name}” is active outside of its times.',
  excusedByWindow: 'Maintenance windows are open then.',
  proofTooManyTimes:
    'Too much changes with the time for incidents of “{integration}”: fewer days, or a shorter time within which people are told, may be decided.',
  proofTooManyIncidents:
    'Conditions tell too many incidents of “{integration}” apart, by the attributes {attributes:list}.',
  proofOfTextsUndecided:
    'For incidents of “{integration}” it is not decided which conditions on the attributes {attributes:list} can hold together.',
  proofTooManyWays:
    'For incidents of “{integration}” more happens, or in more ways, than can be played.',
  proofTookTooLong: 'The incidents of “{integration}” were not all played: it took too long.',
  proofMuted: 'It is muted, so nobody is told.',
  proofSnoozed: 'It is snoozed until {until:moment}.',
  proofSnoozedForGood: 'It is snoozed until it is resolved.',
  proofRule: 'Rule {rule} of “{routing}”: {effects:sentence}',
  proofRuleOfNoService:
    'Rule {rule} of “{routing}” never runs: the services that it asks for are gone.',
  proofRuleOfNoSource:
    'Rule {rule} of “{routing}” never runs: the integrations that it asks for are gone.',
  proofStepSkipped: 'Step {step:number} of “{policy}” is passed over: {why:sentence}',
  proofStepNobody: 'Step {step:number} of “{policy}” tells nobody: {why:sentence}',
  proofStepEmpty: 'Step {step:number} of “{policy}” tells nobody. {reasons:sentences}',
  proofSuspended: 'Suspended, of those whom “{of}” names: {people:people}.',
  proofAbsent: 'Absent, of those whom “{of}” names: {people:people}.',
  proofOnLeave: 'On leave, of those whom “{of}” names: {people:people}.',
  proofRemoved: '“{of}” names somebody who was deleted.',
  proofByHand: 'The days of “{schedule}” that are planned by hand name nobody for that time.',
  proofNoMembers: '{team} has no members.',
  mendTemporary: 'Delete the days of “{schedule}” that are planned by hand from {start:moment}.',
  proofTierNobody: 'Tier {step:number} of {team} tells nobody: {why:sentence}',
  proofTierEmpty: 'Tier {step:number} of {team} tells nobody. {reasons:sentences}',
  proofTierNamesNobody: 'The tier of {of} names nobody.',
  proofLeaveUnread:
    'The schedule “{follower}” follows the leave of {person}, and what the calendar “{calendar}” says of it is not known: {why:sentence}',
  proofHolidaysUnread:
    '“{follower}” follows the calendar of holidays “{calendar}”, and what it says is not known: {why:sentence}',
  proofHasChance: 'Chance decides who is told of incidents of “{integration}”.',
  proofStopped: 'The proof took more memory or time than it may, and was stopped.',
  proofNeedsFacts:
    'Nothing in the plan breaks it. What else is set up, and how people can be reached, is not known: give --facts.',
  proofAtBest:
    'By the plan alone, at best: every channel can send, and everybody can be reached by each of them.',
  proofOfUnknownPeople: 'The facts say nothing of {people:list}.',
  proofOfUnknownConfirmation:
    'It is not known whether addresses that the plan sets are those that {people:list} did not confirm yet.',
  channelNotInFacts: 'By the facts that were given, nothing can be sent by it.',
  faultNeedsCount: 'say of PeopleAway how many people it is about',
  faultNeedsChannel: 'name the channel of ChannelDown',
  faultHasNone: 'is not of {fault}',
  alarmNeedsWebhook: 'name an integration of the type Webhook',
  guaranteeBrokenTitle: 'Guarantee broken: {name}',
  guaranteeBrokenBody:
    'Since {at:moment} an incident of “{integration}” would reach fewer people in time than the guarantee says.',
  guaranteeBreaksTitle: 'The guarantee “{name}” breaks on {at:moment}',
  guaranteeBreaksBody:
    'From then on an incident of “{integration}” would reach fewer people in time than the guarantee says.',
  guaranteeOverTitle: 'The guarantee “{name}” no longer breaks',
  guaranteeOverBody: 'What broke it is no longer so.',
  guaranteePage: 'See why, and what would mend it',
  guaranteeAlarmTitle: 'A guarantee breaks: {name}',
  mendSilence: 'Delete the silence “{name}”.',
  mendMuted: 'Stop muting the integration “{integration}”.',
  mendMaintenance: 'Take the integration “{integration}” out of maintenance.',
  mendWindow: 'Delete the maintenance window of “{integration}”.',
  mendWithout: 'Remove {attribute} from “{name}”.',
  mendSetting: 'Set {attribute} of “{name}” to {value}.',
  mendRule: 'Delete rule {rule:number} of “{routing}”.',
  mendNumber: '{person} gets a phone number.',
  mendOverride: 'Delete the override of {person} that begins on {start:moment}.',
  mendOverrideAlways: 'Delete the override of {person} that has no beginning.',
  mendMember: 'Make {person} a member of {team}.',
  mendPolicy: 'Let {team} follow a policy that tells {person} at once.',
  mendConfirmed: '{person} confirms the phone number.',
  mendChannelAtOnce: 'Tell {person} at once: {channel:choice}.',
  mendChannel: 'Tell {person} after {minutes:number} min: {channel:choice}.',
  mendTier: 'Let tier {tier:number} of {team} escalate after {minutes:number} min.',
  mendStep: 'Take step {step:number} of “{policy}” {minutes:number} min after the one before it.',
  mendDuty: 'Put {person} on call in {team}, too, from {start:moment} until {end:moment}.',
  mendWithAdministrators:
    'End “{policy}” with a step that tells administrators of {team} after {minutes:number} min.',
  mendWithMembers:
    'End “{policy}” with a step that tells all members of {team} after {minutes:number} min.',
} as const;
