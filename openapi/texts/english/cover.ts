/** Shifts that somebody asks others to take. */
export const cover = {
  coverGivesNeeded: 'name the times that are given in return, or use kind cover',
  coverGivesNothing: 'is for swaps only: use kind swap, or leave it out',
  coverOverlap: 'must not overlap the shift, nor another of these times',
  coverExpiry: 'must be in the future, and not after end',
  coverAsksOwner: 'names whose shift it is: ask somebody else',
  coverAlone:
    'nobody else is named in this schedule: name whom to ask, or add people to the schedule first',
  coverAloneInTeam:
    'nobody else is a member of this team: name whom to ask once they are, or ask for an override',
  coverRefused: 'The shift could not change hands: {why:sentence}',
  coverTakerOnDuty: 'User {by} is on call then already: nobody would be exchanged.',
  coverNotAsked: 'Only who was asked answers this request, or an administrator of the team.',
  coverAnswererMissing: 'Name who answers: this key has no user.',
  coverIsAccepted: 'Somebody has accepted this request already.',
  coverIsDeclined: 'Everybody who was asked has declined this request; it has to be made anew.',
  coverIsExpired: 'It is too late to answer this request; it has to be made anew.',
  coverIsWithdrawn: 'This request was withdrawn.',
  coverNotYours: 'Only whose shift it is withdraws this request, and who has accepted it.',
  coverBegun: 'The shift has begun: only an administrator of the team gives it back now.',
  coverOverride: 'This override belongs to the cover request {request}: withdraw that instead.',

  coverAskedTitle: '{name:person} asks you to take a shift',
  coverAsked:
    '{name:person} asks who takes the shift for {place} from {start:moment} to {end:moment}. The first one who accepts has it.',
  coverGives:
    'In return {name:person} is on call instead of whoever accepts from {start:moment} to {end:moment}.',
  coverMessage: '{name:person} writes: {message}',
  coverAnswer: 'Answer',
  coverAcceptedTitle: '{name:person} takes your shift',
  coverAccepted:
    '{name:person} is on call for {place} instead of you from {start:moment} to {end:moment}.',
  coverTakenTitle: 'You take the shift of {name:person}',
  coverTaken:
    'You are on call for {place} instead of {name:person} from {start:moment} to {end:moment}.',
  coverFailedTitle: 'Nobody takes your shift',
  coverDeclined:
    'Everybody who was asked has declined: you stay on call for {place} from {start:moment} to {end:moment}.',
  coverExpired:
    'Nobody has accepted in time: you stay on call for {place} from {start:moment} to {end:moment}.',
  coverWithdrawnTitle: 'A shift goes back to {name:person}',
  coverWithdrawn:
    '{name:person} is on call for {place} again from {start:moment} to {end:moment}, as if nobody had asked.',
  coverRefusedTitle: 'A shift of {name:person} did not change hands',
  coverNotMade:
    'Who is on call for {place} from {start:moment} to {end:moment} stays as it was planned: {why:sentence}',

  coverAskedInChatTitle: '{name:person} asks for cover',
  coverAskedNames: 'Asked: {names:people}.',
  coverOnCallPage: 'Open the page On call',
  coverTakenInChatTitle: '{taker:person} takes the shift of {name:person}',
  coverTakenInChat:
    '{taker:person} is on call for {place} instead of {name:person} from {start:moment} to {end:moment}.',
  coverFailedInChatTitle: 'Nobody takes the shift of {name:person}',
  coverDeclinedInChat:
    'Everybody who was asked has declined: {name:person} stays on call for {place} from {start:moment} to {end:moment}.',
  coverExpiredInChat:
    'Nobody has accepted in time: {name:person} stays on call for {place} from {start:moment} to {end:moment}.',
  coverTakenBackTitle: 'Nobody needs to take the shift of {name:person}',
  coverTakenBack:
    'The request was withdrawn: {name:person} stays on call for {place} from {start:moment} to {end:moment}.',

  coverAcceptButton: 'I take the shift',
  coverDeclineButton: 'I cannot',
  coverPageTaken: 'You take the shift. Thank you.',
  coverPageDeclined: 'You have declined.',
  coverGone: 'This request is gone.',
} as const;
