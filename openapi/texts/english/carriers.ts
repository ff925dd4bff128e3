/** What carriers of phone numbers answer when they are asked, and what they do not. */
export const carriers = {
  carrierAccessGone:
    'There is no access to the carrier any more: the number that was called has none, or is gone.',
  carrierNotAsked: 'The carrier could not be asked.',
  carrierAnswered: '{carrier} answered {status:number}.',
  carrierAnsweredWith: '{carrier} answered {status:number}: {words}.',
  carrierAnsweredOddly: 'The carrier answered in an unknown form.',
  credentialsRefused: '{carrier} refused the credentials; check {settings:choices}.',
  hostNotOfCarrier: '{host} is no host of {carrier}; use one such as {example}.',
  apiKeyMissing: 'The API key is missing.',
  accountOrTokenMissing: 'The account SID or the auth token is missing.',
  accountIdMissing: 'The account of the number is missing: calls back need it.',
  applicationNotNamed:
    'Telnyx names no TeXML application of {number}: enter it as the connection of the number.',
  numberNotOfAccount: 'The account has no number {number}.',
  numberIdOfOther: '{id} is the number {other}, not {number}.',
  numberOfConnection:
    'The number belongs to the connection {id}; name it as the connection of the number to let it be changed, or remove it from the number.',
  numberOfTrunk: 'The number belongs to the SIP trunk {id}; remove it there first.',

  // What became of the recording of a message, and why it is not here.
  recordingRefused: 'The carrier refused it. {why:sentence}',
  recordingNotGiven: 'A day has passed, and the carrier has not given it. {why:sentence}',
  recordingNotFound:
    'The carrier reported no recording. A day has passed, and it has not said whether it has one. {why:sentence}',
  recordingNotFetched: 'The recording of the message could not be fetched. {why:sentence}',
  recordingTooLarge: 'The recording is larger than {megabytes:number} MB.',
  recordingNoSound: 'The recording is neither MP3 nor WAV.',
  recordingEmpty: 'The recording is empty.',
  recordingNotYet: 'The recording is not there yet.',
  recordingInTheMaking: 'The carrier is not done with the recording.',
  recordingElsewhere: 'The recording is at {host}, which is no host of the carrier.',
  recordingNowhere: 'The recording has no valid address.',
  recordingAnswered: 'The carrier answered {status:number} for the recording.',
  recordingRedirected: 'The recording is behind more than {count:number} redirects.',
  recordingBeingCopied: 'The recording is being copied from the carrier; try again in a minute.',
  recordingDeleted: 'The recording was deleted.',
  recordingDeletedAt: 'The recording was deleted on {at:moment}.',
  recordingHere: 'The recording is here already.',
  recordingAbsent: 'The carrier says that nothing was recorded.',
  carrierSaid: '{carrier} answered {status:number}: {words}',
  carrierKnowsNoNumber: 'Twilio knows no such phone number.',
  carrierTrialOnly: 'A trial account of Twilio reaches only numbers that were verified there.',
  carrierTextsNoCountry:
    'The Twilio account may not text to this country; allow it in the geographic permissions.',
  carrierCallsNoCountry:
    'The Twilio account may not call this country; allow it in the geographic permissions.',
  carrierStopped:
    'The recipient has unsubscribed by texting STOP; they have to text START to be reached.',
  carrierTakesNoTexts: 'This phone number cannot receive text messages.',
  carrierAccountState: 'The Twilio account is {state}.',
  carrierTimedOut: 'Twilio did not answer in time.',
  carrierUnreachable: 'Twilio cannot be reached: {code}.',
  pushSubscriptionInvalid: 'The push subscription is not valid: {why}',
  pushSubscriptionEnded:
    'The browser or app has ended this subscription; it has to register again.',
  pushTopicInvalid: 'The address must be that of an ntfy topic, such as https://ntfy.sh/my-topic.',
} as const;
