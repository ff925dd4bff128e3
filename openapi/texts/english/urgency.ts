/** How urgent incidents are, and what is wrong with what says so. */
export const urgency = {
  supportHoursNameTaken: 'Other support hours have this name.',
  urgencyNeeds: '{type} needs {member}',
  urgencyTakesNo: '{member} has no effect with {type}',
  urgencyNotRaised:
    'only support hours that are High while they are open, and Low otherwise, raise anything',
  urgencyUnset: 'Neither its integration nor a service says how urgent it is.',
  urgencyOfIntegration: 'Its integration says so.',
  urgencyOfService: 'A service that it affects says so.',
  urgencyByHours: 'By the support hours {hours}.',
  supportHoursGone: 'The support hours that are named were deleted.',
  integrationNamesNoHours:
    'The integration “{name}” names support hours that were deleted: its incidents are urgent at all hours.',
  urgencyRaised: 'Support hours began. The incident is urgent now, and the escalation begins anew.',
} as const;
