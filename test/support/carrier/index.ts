/**
 * A simulated telephone carrier. It reads TwiML as strictly as the documentation allows, leads callers and phones
 * through it by their scripts in virtual time, and calls back over real HTTP, signed, with the faults of a real
 * network. It imports nothing of the server.
 */
export type { SimulatedCall } from './calls.ts';
export { Carrier, type CarrierOptions } from './carrier.ts';
export { type CarrierApi, startCarrierApi } from './carrier-api.ts';
export { type Faults, faultsOn, noFaults, randomFaults } from './faults.ts';
export {
  accepts,
  busy,
  type CallerScript,
  noAnswer,
  type PhoneScript,
  picksUp,
  unreachable,
  voicemailBox,
} from './humans.ts';
export { createRandom, type Random } from './random.ts';
export { silentWav } from './sound.ts';
export { readTwiml, TwimlError } from './twiml.ts';
export { VirtualTime } from './virtual-time.ts';
export { signatureOf } from './webhooks.ts';
