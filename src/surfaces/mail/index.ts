/**
 * The surface where mail arrives: SMTP. For e-mail integrations it decides who may send what and how much, reads
 * messages into the JSON that mappings see, and answers once the payload is on disk. `ingest` decides what a payload
 * means and does. Of answers to alerts (`answers/`) it decides whose they are and what they want; `notifications` does
 * it.
 *
 * Design notes: off unless TOCSIN_SMTP_LISTEN says where. A port that cannot be listened on is logged and tried again,
 * as webhooks must work meanwhile. Recipients are known addresses only, one integration for each message: the protocol
 * has one answer for a message, and the sender repeats what was not taken. Limits are those of webhooks; what passes
 * with time is answered with a code that makes the sender try again. Bounces and automatic replies are kept as payloads
 * that open nothing.
 *
 * An answer counts by a signature of the sender's domain (DKIM) over the bytes that were received, never by SPF or by
 * what a server on the way says that it found: those are about the last hop. The domain has to be the sender's or above
 * it, so no list of public suffixes is needed. A signature says who wrote a mail, and not for what: it has to cover the
 * address of the alert, or the mail has to quote the alert.
 */
export { readCertificate } from './starttls.ts';
export { createMailSurface } from './surface.ts';
