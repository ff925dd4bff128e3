/**
 * Who is sending: the native schemes of monitoring tools to prove it, switched on per integration by
 * `signatureVerification`, the handshakes by which tools set up a connection, and the redaction of secrets that tools put
 * into bodies. Schemes are pure functions of the raw request, the secrets and the time; only Amazon SNS has to be
 * asked over the network, and only through the client that keeps to public addresses.
 *
 * A signed request that is sent again is taken again: it is the same problem with the same correlation, so it opens nothing
 * new, and remembering every delivery would cost a write for each payload.
 */
export { withoutBodySecrets } from './body-secrets.ts';
export { answerHandshake } from './handshake.ts';
export type { SignedRequest } from './signed-request.ts';
export { createSnsSender } from './sns-sender.ts';
export { demandGenuineSender, needsPayload, type SenderVerification } from './verify-sender.ts';
