/** Teams whose people another product still tells. */
export const shadow = {
  inShadow: 'Shadow run: would have been sent.',
  notSentInShadow:
    'Another product tells people of this incident: nothing of it is sent from here.',
  teamInOtherShadowRun: 'One of these teams is in another shadow run.',
  shadowTeamTwice: 'name each team once',
  shadowUrlUnusable: 'give an address that begins with https://',
  shadowUrlNeeded: 'give the address of your {product}: it has none of its own',
  shadowQueryRefused: '{product} refuses the query: make a key for the query of the guide.',
  shadowTooLong: 'must be at most {days:number} days ahead',
  shadowOver: 'must be in the future while people are not told',
  shadowKeyRefused: '{product} does not accept the key ({status:number}).',
  shadowTooFast: '{product} asks to be asked less often.',
  shadowAnswers: '{product} answers {status:number}.',
  shadowAnswerBroken: 'What answers is not the API of {product}, or another version of it.',
  shadowAnswerTooLong: '{product} has more in its log than it answers.',
  leaderInShadow:
    'Nobody is told of that incident here, because another product does that: this one would fall silent.',
  teamInShadow:
    'Nobody is told of incidents of the team until {until:moment}: the shadow run “{name}” leaves that to {product}.',
  shadowEndsTitle: 'The shadow run “{name}” ends on {at:moment}',
  shadowEnds:
    'From then on this server tells the people of its teams. Prolong the run, or see to it that {product} is to tell nobody any more.',
  shadowEndedTitle: 'The shadow run “{name}” has ended',
  shadowEnded:
    'Its time was over: since {at:moment} this server tells the people of its teams. Incidents that were open stay with {product} until something new happens to them.',
  shadowEndedAdopting:
    'Its time was over: since {at:moment} this server tells the people of its teams, also of incidents that were open and unattended.',
  shadowPage: 'Open the shadow run',
} as const;
