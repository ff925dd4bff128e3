/**
 * Who is sending: the native schemes of monitoring tools to prove it, switched on per integration by
 * `signatureVerification`, the handshakes by which tools set up a connection, and the redaction of secrets that tools put
 * into bodies. Schemes are pure functions of the raw request, the secrets and the time; only Amazon SNS has to be
 * asked over the network, and only through the client that keeps to public addresses.
 */
export { withoutBodySecrets } from './body-secrets.ts';
export { type Handshake, shakeHands } from './handshake.ts';
export type { SignedRequest } from './signed-request.ts';
export { createSnsSender } from './sns-sender.ts';
export { demandGenuineSender, type SenderVerification } from './verify-sender.ts';
