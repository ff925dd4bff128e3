/**
 * Telephony: what a carrier asks and reports (`openapi/telephony.yaml`). Every request is signed by the carrier;
 * answers are TwiML. `notifications.ts` has calls and texts that tell people about incidents.
 */
export { createTelephony } from './telephony.ts';
