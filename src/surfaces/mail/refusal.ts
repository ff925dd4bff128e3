/** Why mail is refused: label of a metric, word on the integration. */
export type MailRefusal =
  | 'unknown-id'
  | 'address'
  | 'token'
  | 'too-large'
  | 'rate-limit'
  | 'overload'
  | 'unreadable'
  | 'store'
  | 'answer-unproven'
  | 'answer-stranger'
  | 'answer-suspended';

/** An answer to the sender. 4xx: it sends again by itself; 5xx: its author is told. */
export class SmtpRefusal extends Error {
  readonly responseCode: number;
  readonly reason: MailRefusal | null;

  constructor(responseCode: number, text: string, reason: MailRefusal | null = null) {
    super(text);
    this.name = 'SmtpRefusal';
    this.responseCode = responseCode;
    this.reason = reason;
  }
}
