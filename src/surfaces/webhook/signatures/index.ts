/**
 * Verification of senders: the native signature schemes of monitoring tools, switched on per integration by
 * `signatureVerification`, the handshakes with which tools set up a connection, and the redaction of secrets that tools
 * put into bodies. Schemes are pure functions of the raw request, the secrets and the time. Only Amazon SNS needs a
 * network request, which goes through the client that is limited to public addresses.
 *
 * A repeated signed request is accepted again: it is the same problem with the same correlation, so it opens no second
 * incident, and remembering every delivery would cost a write for each payload.
 */
export { answerHandshake } from './handshake.ts';
export { createSnsSender } from './sns-sender.ts';
export { demandGenuineSender, needsPayload, type SenderVerification } from './verify-sender.ts';
