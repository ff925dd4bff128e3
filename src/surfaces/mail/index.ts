/**
 * The surface where mail for e-mail integrations arrives: SMTP. Decides who may send what and how much, reads messages
 * into the JSON that mappings see, and answers once the payload is on disk. `ingest` decides what a payload means and
 * does.
 *
 * Design notes: off unless TOCSIN_SMTP_LISTEN says where. A port that cannot be listened on is logged and tried again,
 * as webhooks must work meanwhile. Recipients are known addresses only, one integration for each message: the protocol
 * has one answer for a message, and the sender repeats what was not taken. Limits are those of webhooks; what passes
 * with time is answered with a code that makes the sender try again. Bounces and automatic replies are kept as payloads
 * that open nothing.
 */
export { readCertificate } from './starttls.ts';
export { createMailSurface, type MailSurface } from './surface.ts';
