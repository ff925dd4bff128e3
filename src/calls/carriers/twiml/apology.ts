import type { CarrierAnswer } from '../carrier.ts';

export const xmlType = 'text/xml; charset=utf-8';

/** Said when nothing else works: by both carriers in the same words, made without any package. */
export const apology: CarrierAnswer = {
  contentType: xmlType,
  body:
    '<?xml version="1.0" encoding="UTF-8"?><Response>' +
    '<Say voice="Polly.Joanna" language="en-US">' +
    'We are sorry. Your call cannot be connected right now. Please hang up and call again.' +
    '</Say><Hangup/></Response>',
};
