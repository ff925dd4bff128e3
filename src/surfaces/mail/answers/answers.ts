import { createHash } from 'node:crypto';
import type { RateLimiter } from '../../../http/index.ts';
import { AppError, WorkThread, type World } from '../../../kernel/index.ts';
import {
  type Answerer,
  type AnswerFrom,
  answerByMail,
  answererOf,
  findAnsweredLink,
  isQuoted,
  noteMailTaken,
  type ReplyLink,
  readAnswerAddress,
  refuseAnswer,
} from '../../../notifications/index.ts';
import type { ResolveTxt } from '../../../oidc/index.ts';
import { hopsMax, readingLimits } from '../limits.ts';
import { headOf, hopsOf } from '../no-alert.ts';
import type { MailPayload } from '../read-message.ts';
import { SmtpRefusal } from '../refusal.ts';
import { answerIn } from './answer-word.ts';
import { isOfDomain, keysFor } from './dkim-keys.ts';
import { isAutomatic } from './no-answer.ts';
import type { AnswerToRead, ProvenSignature, ReadAnswer } from './read-answer.ts';

/** Whom an answer is from, as its address says. */
export interface AnswerTo {
  link: ReplyLink;
  expiresAt: Date;
  /** In lower case, as the recipient's command named it. */
  address: string;
}

interface AnswersParts {
  world: World;
  limiter: RateLimiter;
  resolveTxt: ResolveTxt;
  /** Null: alerts have no address for answers, so none is taken. */
  answerDomain(): string | null;
}

interface ReceivedAnswer {
  to: AnswerTo;
  bytes: Buffer;
  envelope: MailPayload['envelope'];
}

/**
 * Answers to alert mails. The address says which alert and whose; a signature of the sender's domain (DKIM), over what
 * was received, says that it is that person; the first line says what to do. Nothing else in the mail is believed.
 */
export class Answers {
  readonly #parts: AnswersParts;
  readonly #thread: WorkThread<AnswerToRead, ReadAnswer | null>;

  constructor(parts: AnswersParts) {
    this.#parts = parts;
    this.#thread = new WorkThread({
      name: 'mail-answers',
      module: new URL('./answer-worker.ts', import.meta.url),
      log: parts.world.log,
      limits: readingLimits,
      instead: () => null,
    });
  }

  stop(): Promise<void> {
    return this.#thread.stop();
  }

  /** Null for an address that is none for answers, or that was not made here. */
  async find(address: string): Promise<AnswerTo | null> {
    const { world, answerDomain } = this.#parts;
    const plain = address.toLowerCase();
    const at = plain.lastIndexOf('@');
    if (plain.slice(at + 1) !== answerDomain()) return null;
    const token = readAnswerAddress(world, plain.slice(0, at));
    const link = token && (await findAnsweredLink(world, token.linkIdStart));
    return token && link ? { link, expiresAt: token.expiresAt, address: plain } : null;
  }

  /** Does what it says, or tells the person why not. Throws `SmtpRefusal`. */
  async take({ to, bytes, envelope }: ReceivedAnswer): Promise<void> {
    const { world } = this.#parts;
    if (hopsOf(bytes) > hopsMax)
      throw new SmtpRefusal(554, '5.4.6 The message goes round in circles', 'unreadable');
    const answerer = await answererOf(world, to.link);
    if (!answerer) throw new SmtpRefusal(550, '5.1.1 There is no such address here', 'unknown-id');
    await this.#demandUnderLimit('peek', to.link._id);
    const read = await this.#read(answerer, bytes, envelope);
    // Neither done nor answered: a program that answers programs must not begin a talk.
    if (isAutomatic(read.mail)) return this.#demandUnderLimit('consume', to.link._id);
    const from = await this.#senderOf(to, answerer, read, bytes);
    const { signatures } = from;
    const mailId = signatures.map(({ id }) => id).toSorted()[0] ?? '';
    const taken = to.link.mailsTaken ?? [];
    if (signatures.some(({ id }) => taken.includes(id))) return;
    await this.#demandUnderLimit('consume', to.link.userId);
    if (answerer.isSuspended)
      throw new SmtpRefusal(550, '5.7.1 You are suspended; nothing was done', 'answer-suspended');
    await this.#carryOut(to, { link: to.link, answerer, from, mailId }, read);
    await noteMailTaken(
      world,
      to.link,
      signatures.map(({ id }) => id),
    );
  }

  async #read(
    { addresses }: Answerer,
    bytes: Buffer,
    envelope: MailPayload['envelope'],
  ): Promise<ReadAnswer> {
    const { world, resolveTxt } = this.#parts;
    const own = addresses.map(({ address }) => address);
    const keys = await keysFor(headOf(bytes), own, resolveTxt);
    const now = world.clock.now().getTime();
    const read = await this.#thread.do({ bytes, envelope, keys, now });
    if (!read || read.mail.problem !== undefined)
      throw new SmtpRefusal(554, '5.6.0 The message cannot be read', 'unreadable');
    return read;
  }

  /** The address of the person that the mail is proved to be from, by these signatures. */
  async #senderOf(
    { link }: AnswerTo,
    answerer: Answerer,
    { mail, senders, signatures, isUnsure }: ReadAnswer,
    bytes: Buffer,
  ): Promise<AnswerFrom & { signatures: ProvenSignature[] }> {
    const { world } = this.#parts;
    const [sender = '', ...others] = senders.map((one) => one.toLowerCase());
    const address = others.length === 0 && sender === mail.from?.toLowerCase() ? sender : '';
    const known = answerer.addresses.find((one) => one.address === address);
    const proofs = signatures.filter(({ domain }) => isOfDomain(address, domain));
    if (known && proofs.length > 0) return { ...known, signatures: proofs };
    if (known && isUnsure)
      throw new SmtpRefusal(451, '4.7.5 The key of the signature cannot be read; send it again');
    // Anybody who knows the address can send such mail, so the person hears of a few of them only.
    await this.#demandUnderLimit('consume', link._id);
    const mailId = createHash('sha256').update(bytes).digest('hex');
    const refusal = known
      ? { why: 'unproven' as const, address, domain: address.slice(address.lastIndexOf('@') + 1) }
      : { why: 'stranger' as const, address: shownSender(mail) };
    await refuseAnswer(world, { link, answerer, from: null, mailId }, refusal);
    throw known
      ? new SmtpRefusal(550, '5.7.20 No valid DKIM signature of your domain', 'answer-unproven')
      : new SmtpRefusal(550, '5.7.1 The alert was sent to somebody else', 'answer-stranger');
  }

  async #carryOut(
    to: AnswerTo,
    answer: Parameters<typeof answerByMail>[1] & { from: { signatures: ProvenSignature[] } },
    { mail }: ReadAnswer,
  ): Promise<void> {
    const { world } = this.#parts;
    if (to.expiresAt <= world.clock.now()) return refuseAnswer(world, answer, { why: 'late' });
    // A mail that was written for something else may be signed just as well.
    const isMeant =
      answer.from.signatures.some(({ receivers }) => names(receivers, to.address)) ||
      isQuoted(to.link, `${mail.text}\n${mail.html ?? ''}`);
    if (!isMeant) return refuseAnswer(world, answer, { why: 'unbound' });
    const intent = answerIn(mail.text);
    if (intent === null) return refuseAnswer(world, answer, { why: 'unknown' });
    try {
      await answerByMail(world, answer, intent);
    } catch (error) {
      if (error instanceof AppError && error.code === 'incident-changed-meanwhile')
        throw new SmtpRefusal(
          451,
          '4.3.0 Others change the incident at this moment; send it again',
        );
      throw error;
    }
  }

  async #demandUnderLimit(how: 'peek' | 'consume', key: string): Promise<void> {
    const { limiter, world } = this.#parts;
    const { allowed } = await limiter[how]('mail-answer', key, world.clock.now());
    if (!allowed)
      throw new SmtpRefusal(550, '5.7.1 Too many answers in an hour; use Tocsin', 'rate-limit');
  }
}

function names(receivers: readonly string[], address: string): boolean {
  return receivers.some((line) => line.toLowerCase().includes(address));
}

/** As far as a mail back repeats it: nobody has proved it, and it must not say anything else to the person. */
function shownSender({ from }: MailPayload): string {
  return /^[\w.+-]{1,64}@[a-z0-9.-]{1,100}$/i.test(from ?? '') ? (from ?? '') : '…';
}
