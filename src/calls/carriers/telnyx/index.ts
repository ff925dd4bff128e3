/**
 * Telnyx: requests are forms, signed with an Ed25519 key of the account over the time and the body; answers are TeXML,
 * which has the verbs of TwiML. Made from its public documentation, not tried on an account. What that leaves open:
 *
 * - whether requests for instructions are signed as reports are. The documentation says so of reports; all are refused
 *   unless they are;
 * - whether silence calls the action of `<Gather>`. A `<Redirect>` behind it goes to the same address if it does not;
 * - whether an empty `<Response/>` of the person who was dialled connects the two, as it does in TwiML;
 * - whether `<Record>` reports that it has begun and that nothing was recorded. Neither is needed: see the first reason
 *   of `flow`;
 * - what the end of a `<Dial>` says of the caller's own call: its `CallStatus` is that of the leg, so it is not read,
 *   and the end of the call is taken from the report of the application alone.
 *
 * The signature covers the body, not the address: what an address names is compared with the call that the body names.
 */
import type { VoiceCarrier } from '../carrier.ts';
import { apology } from '../twiml/apology.ts';
import { idsOf, parse } from '../twiml/parse.ts';
import { createApi, type TelnyxApiOptions } from './api.ts';
import { render } from './render.ts';
import { verify } from './verify.ts';

export function createTelnyxCarrier(options: TelnyxApiOptions): VoiceCarrier {
  return {
    name: 'telnyx',
    verify,
    // No header says that two requests are attempts of one.
    idsOf,
    parse(step, fields) {
      const event = parse(step, fields);
      return event?.kind === 'DialEnded' ? { ...event, callHasEnded: false } : event;
    },
    render,
    apology,
    // Its documentation demands it.
    notedStatus: 200,
    api: (access) => createApi(options, access),
    warmUp: async () => undefined,
  };
}
