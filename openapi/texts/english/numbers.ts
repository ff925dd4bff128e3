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
} as const;
