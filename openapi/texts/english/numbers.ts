/** Whether the calls of phone numbers arrive, and whom their callers reach. */
export const numbers = {
  numberMayNotArrive: 'Calls to the number “{name}” may not arrive. {why:sentence}',
  numberSet: 'Set: calls to {number} arrive here.',
  numberByHand:
    'By hand: at the carrier, enter {voice} for incoming calls, {fallback} for when that fails, and {status} for changes of the status of a call, all of them with POST. With credentials this is done for you.',
  numberLeadsNowhere:
    'Changed: at the carrier, calls to {number} go nowhere now; save the integration to lead them here again.',
  numberLeadsElsewhere:
    'Changed: at the carrier, calls to {number} go to {address} now; save the integration to lead them here again.',
  numberOnlyLocal:
    'Waiting: no carrier reaches {address}; set TOCSIN_PUBLIC_URL to the public address of this server.',
  numberAnsweredElsewhere:
    'Waiting: the integration {name} ({id}) answers {number}; delete it, or change its number.',
  numberWaiting: 'Waiting: the carrier is being asked.',
  numberRefused: 'Refused: {error:sentence}',
  numberTriedAgain: 'Waiting: {error:sentence} It is tried again.',

  callersReachNobody: '{callers:sentence} {reach:sentence}',
  callersOf: 'Callers of the number “{number}”',
  callersPressing: 'Callers of the number “{number}” who press {key:number}',
  routeTeamDeleted: 'reach nobody: the team of the route was deleted.',
  nobodyBetween:
    'reach nobody from {from:moment} to {until:moment}: nobody with a confirmed phone number is on call in {team}. {then:sentence}',
  nobodyBetweenAndMore:
    'reach nobody from {from:moment} to {until:moment}, and {count:number} times more: nobody with a confirmed phone number is on call in {team}. {then:sentence}',
  nobodyFrom:
    'reach nobody from {from:moment} on: nobody with a confirmed phone number is on call in {team}. {then:sentence}',
  nobodyFromAndMore:
    'reach nobody from {from:moment} on, and {count:number} times more: nobody with a confirmed phone number is on call in {team}. {then:sentence}',
  thenMessage: 'They are asked for a message.',
  thenClosing: 'They hear the closing message, and nobody learns of it.',

  // What is wrong with the settings of a number.
  numberMalformed: 'Give the number in E.164 form: + and 7 to 15 digits.',
  hostNameOnly: 'Give a host name only, without https:// and path.',
  secretNeedsVisible: 'Give at least one visible character; send null for none.',
  secretLinesOver: 'Give at most {max:number} lines: the new one and the old one.',
  accountSidMalformed:
    'Give the SID of the account, AC and 32 hexadecimal digits; what begins with SK is an API key.',
  accountOfTokenMissing: 'Give the account that the auth token belongs to.',
  publicKeyMalformed: 'Give the public key of the account: 32 bytes in Base64.',
  routeOrMenu: 'Give either route or menu, not both; send null for the other.',
  menuKeyTaken: 'The key {key} leads somewhere already; use each key once.',
  menuNeedsMessage: 'With a menu, give a message that says which key leads where.',
  closedNeedsMessage: 'Give what callers hear when it is closed.',
  closedNeedsTeam: 'Give the team that is rung when it is closed.',
  emergencyIsOwnNumber: 'Give another number than the one that is called.',
  promptNeedsText: 'Give the text to speak.',
  promptNeedsFile: 'Give the uploaded file.',
  promptTooLong:
    'Written in a URL this has {letters:number} characters, and carriers take {max:number}; shorten it.',
  promptFileUnknown:
    'There is no uploaded file {key} in this organization; upload it by call-routing-media, and name it within a day.',
  callerEntryWrong: '{entry} {problem:sentence}.',
  callerWithZero: 'must leave out the (0): write +49 151 …, not +49 (0) 151 …',
  callerNeedsCountry:
    'must be a number with its country code (+4915112345678) or a country prefix (+49)',
  callerTooLong: 'must have at most 15 digits',
  callerOfOddLength:
    'must have 1 to 4 digits (a country prefix) or 7 to 15 digits (a whole number): shorten it or complete it',
} as const;
