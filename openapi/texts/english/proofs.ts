/** What proofs of guarantees say. */
export const proofs = {
  proofGoesOn: 'Ten proofs of this organization wait already; try again in a moment.',
  guaranteeOfNothing: 'No integration opens such incidents.',
  guaranteeExcusedAlways: 'Such incidents are excused at all times.',
  proofTooManyTimes:
    'Too much changes with the time for incidents of “{integration}”: fewer days, or a shorter time within which people are told, may be decided.',
  proofTooManyIncidents:
    'Conditions tell too many incidents of “{integration}” apart, by the attributes {attributes:list}.',
  proofOfTextsUndecided:
    'For incidents of “{integration}” it is not decided which conditions on the attributes {attributes:list} can hold together.',
  proofTooManyWays:
    'For incidents of “{integration}” more happens, or in more ways, than can be played.',
  proofTookTooLong: 'The incidents of “{integration}” were not all played: it took too long.',
  proofHasChance: 'Chance decides who is told of incidents of “{integration}”.',
  faultNeedsCount: 'say of PeopleAway how many people it is about',
  faultNeedsChannel: 'name the channel of ChannelDown',
  faultHasNone: 'is not of {fault}',
} as const;
