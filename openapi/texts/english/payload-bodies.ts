/** Why a body was not read as it was sent. */
export const payloadBodies = {
  bodyNotInCharset: 'The body is not valid {charset}; unreadable bytes are replaced by U+FFFD.',
  bodyNotUtf8: 'The body is not valid UTF-8; invalid bytes are read as windows-1252.',
  jsonTooDeep: 'The JSON is nested deeper than {max:number} levels; it is kept as textBody.',
  jsonInvalid: 'The body is not valid JSON; it is kept as textBody.',
  jsonInvalidAt:
    'The body is not valid JSON (line {line:number}, column {column:number}); it is kept as textBody.',
  jsonInvalidToken: 'The body is not valid JSON (unexpected {token}); it is kept as textBody.',
  jsonEndsEarly: 'The body is not valid JSON (it ends too early); it is kept as textBody.',
  formFieldsOver: 'The form has more than {max:number} fields; it is kept as textBody.',
  multipartUnreadable: 'The multipart body cannot be read ({why}); it is kept as textBody.',
  multipartFieldTooLarge:
    'The field {name} is larger than {max:number} bytes; it is kept as textBody.',
  multipartPartsOver:
    'The multipart body has more than {max:number} parts; it is kept as textBody.',
  bodyNotKept:
    'The body is not kept: it may hold a secret of its tool, which could not be taken out.',

  alertsLeftOut: 'It holds {all:number} alerts; only the first {read:number} of them were read.',
  readingTookLonger:
    'Reading and mapping this body took longer than {seconds:number} s, so it was stopped.',
  readingTookProcessor:
    'Reading and mapping this body took more than {seconds:number} s of processor time, so it was stopped.',
  readingNotDone:
    'Reading and mapping this body was not done after {seconds:number} s, so it was stopped.',
  readingTookMemory:
    'Reading and mapping this body took more than {megabytes:number} MB of memory, so it was stopped.',
  readingDiedTwice: 'This body could not be read: the thread that read it died twice.',
  readingFault: 'It could not be evaluated because of a fault in the server; see its log.',
  sendFewerAlerts: '{why:sentence} Send fewer alerts at once.',
  sendItAgain: '{why:sentence} Send it again.',
  largePayloadsWait: 'Too many large payloads wait to be read; send it again.',
  payloadHadNoTurn: 'This payload could not be read within {seconds:number} s; send it again.',
  serverStopping: 'The server is stopping; send it again.',
  payloadNotStored: 'The payload could not be stored; send it again.',

  traceMappingNotKept:
    'The mapping that evaluated it is not kept any more, so its steps cannot be shown.',
  traceOfThisVersion:
    'This version of the server evaluates it differently from the one that received it: the steps are those of this version.',

  attributeReason: 'Reason',
  attributePayload: 'Payload',
  payloadsReadAgain: 'A later payload was read, and none failed for {minutes:number} minutes.',
} as const;
