/** What people are told who are written to in a chat, and why they are not. */
export const chats = {
  personHasNoChat: 'This person has connected no account in this chat.',
  userHasNoChat: 'The user has connected no account in this chat.',
  chatDisconnected: 'This account is not connected any more.',
  chatNeedsAccount:
    'Chats go to accounts: the person connects one from inside the chat, and steps name its id.',
  chatTokenInvalid:
    '{chat} does not take the token of the bot any more. Whoever manages the outbound integration enters a new one.',
  chatBlocked:
    'The person has blocked the bot in {chat}, or has deleted the account. They unblock it and write to it once.',
  chatAccountGone:
    '{chat} lets the bot write to this account no more. The person connects another, or asks whoever manages {chat}.',
  chatFailsFor: '{person} is not reached in a chat. {why:sentence}',
  chatMessageGone: 'The message is not there any more in {chat}.',
  chatMessageUpdated: 'The message about the incident goes on showing how it stands',
  chatNothingToUpdate: 'There is no message about it in this chat.',
  chatUpdateOvertaken: 'A later change shows the same.',
  chatNotForPeople: 'This integration writes to no single people.',
  chatCodeOnlyOwn:
    'Only the person gets a code: it is they who confirm that the account is theirs.',
  chatNoAnswer: '{chat} could not be asked. {why:sentence}',
  chatForPeopleNeedsSecret:
    'Without {member} nobody can prove that a message comes from the chat, so people cannot connect their account.',
  chatNeedsPlace: 'Say where incidents go, or that the bot writes to people.',
  chatHasNoPlace: 'No chat is set that incidents go to.',

  chatForbidden:
    '{chat} does not let the bot write to this person. Whoever manages the outbound integration gives it that right.',
  chatAnswerOdd: 'The answer of the chat names no conversation.',
  chatCodeWrong: 'This code is not valid any more. Make a new one under “Me” in Tocsin.',
  chatStopped: 'Disconnected: no alerts are sent here, and nothing is done from here any more.',
  chatNotConnected: 'This account is not connected with Tocsin.',
  chatPressNotYours:
    'Nothing was changed: this button is too old, or it was made for somebody else. Open the incident instead.',
  roomNotConnected:
    'Nothing was changed: this account is not connected with Tocsin. Make a code under “Me”, “Devices and phone” in Tocsin, then press Connect and enter it.',
  roomConnect: 'Connect',
  roomDisconnect: 'Disconnect',
  roomCode: 'Code from “Me” in Tocsin',
  roomConnected:
    'Connected: what you press here is done as {person} ({email}). If that is not you, press Disconnect.',
  roomNotConnectedWrite:
    'Nothing was changed: this account is not connected with Tocsin. Make a code under “Me”, “Devices and phone” in Tocsin, and write it to this app in a direct message.',
  roomConnectedWrite:
    'Connected: what you press and write here is done as {person} ({email}). If that is not you, write stop.',
  roomHelpWrite:
    'To connect your account, make a code under “Me”, “Devices and phone” in Tocsin, and write it to this app in a direct message. stop ends it.',

  commandNotConnected:
    'This account is not connected with Tocsin. Make a code under “Me”, “Devices and phone” in Tocsin, and write {command} connect CODE.',
  commandUnknown: 'This is none of my words. {command} help shows them.',
  commandHelpOnCall: '{command} oncall [TEAM]: who is on call',
  commandHelpIncidents: '{command} incidents [TEAM]: what is open, with the end of each id',
  commandHelpChange: '{command} ack ID, {command} resolve ID: acknowledge, resolve',
  commandHelpPage: '{command} page TEAM TEXT: open a critical incident of the team',
  commandHelpOverride:
    '{command} override TEAM 2h [tier 2] [from NAME]: take over from whoever is on call',
  commandHelpConnect: '{command} connect CODE, {command} stop: connect your account, end that',
  commandNoTeams: 'You see no team.',
  commandNoTeam: 'None of your teams is called like that: {teams:list}{more:more}.',
  commandMore: 'and {count:number} more; name a team.',
  commandMoreOpen: 'and more; the console shows all.',
  commandNoIncidents: 'No incident is open.',
  commandIncident: '{reference} {severity:choice} {title}',
  commandWhichIncident: 'Say which: the id, or the last four characters of it or more.',
  commandNoIncident: 'No open incident that you see ends with {reference}.',
  commandSeveralIncidents: 'Several open incidents end with {reference}: write more of the id.',
  commandPageHow: 'Say whom and why: {command} page TEAM TEXT.',
  commandPaged: 'Opened for {team}: {title} ({reference}).',
  commandOverrideHow:
    'Say for how long, 31 days at most: {command} override TEAM 2h30m, also with tier 2 or from NAME behind it.',
  commandOverrideNobody:
    'Nobody is on call in tier {tier:number} of {team}, so there is nothing to take over.',
  commandOverrideSelf: 'You are on call in {team} yourself.',
  commandOverrideWho: 'Say from whom, with from NAME: {people:anyOf}.',
  commandOverridden:
    'You take over from {name} in tier {tier:number} of {team} until {end:moment}.',

  escalateIncident: 'Escalate',
  takeOverIncident: 'Take over',
  replyTakenOver: 'Yours',
  replyNotTakenOver: 'Not taken over',
} as const;
