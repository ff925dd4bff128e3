/** What is said of calls to phone numbers, and of calls back. */
export const calls = {
  callerRangAgain: 'The same caller rang again and reached nobody, after {seconds:number} s.',
  callerLeftMessageAfterAll: 'The caller had left a message after all.',
  callerReached: 'The caller rang again and spoke with {person}.',
  calledBack: '{person} called back and spoke with the caller.',
  calledBackFor: '{person} called back and spoke with the caller for {seconds:number} s.',
  callBackUnconnected: 'The number that was called is not connected any more.',
  callBeingDeleted: 'The call is being deleted.',
  callStillGoingOn: 'The call is going on.',
  callerWasTurnedAway: 'The caller was turned away.',
  callerShowedNoNumber: 'The caller showed no number.',
  onlyPersonCallsBack: 'Only a person can call back: use a key that belongs to somebody.',
  youHaveNoPhone: 'You have no phone number: enter it in your profile.',
  yourPhoneUnconfirmed: 'Your phone number is not confirmed: confirm it in your profile.',
  callFromYourPhone: 'The call came from your own phone.',
  callBackGoesOn: '{person} is calling back already.',
  callBackUncertain:
    '{why} Your phone may ring nevertheless; if it does not, try again in two minutes.',
  callBackNotPlaced: 'The carrier did not ring you: {why}',
} as const;
