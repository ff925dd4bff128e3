import type { SMTPServerSession } from 'smtp-server';
import { networkOf } from '../../accounts/index.ts';
import type { RateLimiter } from '../../http/index.ts';
import type { FormerTokenUses, IntakeView, IntakeViews } from '../../integrations/index.ts';
import type { World } from '../../kernel/index.ts';
import type { Answers, AnswerTo } from './answers/answers.ts';
import { type Connections, plainAddress } from './connections.ts';
import { unknownRecipientsMax } from './limits.ts';
import { integrationOf, mayBeSentFrom } from './recipient.ts';
import { type MailRefusal, SmtpRefusal } from './refusal.ts';
import type { RefusedMail } from './refused-mail.ts';

interface RecipientsParts {
  world: World;
  views: IntakeViews;
  limiter: RateLimiter;
  mailDomain(): string;
  answers: Answers;
  connections: Connections;
  refused: RefusedMail;
  formerTokens: FormerTokenUses;
}

/** Whom a transaction is for: one integration, or one alert that is answered. */
type Meant = { view: IntakeView } | { answer: AnswerTo };

/** Which addresses mail is taken for, and what each transaction named. */
export class Recipients {
  readonly #parts: RecipientsParts;
  /** By connection: recipients that are not here. */
  readonly #guesses = new WeakMap<object, number>();
  /** By transaction: what the first recipient named. */
  readonly #meant = new WeakMap<object, Meant>();

  constructor(parts: RecipientsParts) {
    this.#parts = parts;
  }

  /** The object that the recipients of the transaction named; null if none was accepted. */
  meantBy({ envelope }: SMTPServerSession): Meant | null {
    return this.#meant.get(envelope) ?? null;
  }

  /** @throws SmtpRefusal when nobody here has the address, or this sender may not use it */
  async accept(address: string, session: SMTPServerSession): Promise<void> {
    const { world, views, mailDomain, answers, refused, formerTokens } = this.#parts;
    const answer = await answers.find(address);
    if (answer) return this.#mean({ answer }, session);
    const found = await integrationOf(world, views, mailDomain(), address);
    const view = found?.view ?? null;
    const unknown = (reason: MailRefusal) => {
      if (view) refused.note(view, reason);
      return new SmtpRefusal(550, '5.1.1 There is no such address here', view ? null : reason);
    };
    if (!found || !view) {
      const error = unknown('unknown-id');
      throw (await this.#isGuessing(session)) ? this.#cutOff(session) : error;
    }
    if (found.token === 'ended') throw unknown('token');
    if (!mayBeSentFrom(view, plainAddress(session.remoteAddress))) throw unknown('address');
    this.#mean({ view }, session);
    if (found.token === 'former') formerTokens.note(view);
  }

  #mean(meant: Meant, { envelope }: SMTPServerSession): void {
    const first = this.#meant.get(envelope);
    // One answer has to fit all recipients of a message; senders repeat it for the others by themselves.
    if (first && idOf(first) !== idOf(meant))
      throw new SmtpRefusal(
        452,
        '4.5.3 One integration for each message; send it again for the others',
      );
    this.#meant.set(envelope, first ?? meant);
  }

  /**
   * Ids cannot be guessed, but aliases can: a sender who tries many is sent away, and its network then at the first.
   */
  async #isGuessing(session: SMTPServerSession): Promise<boolean> {
    const { world, limiter } = this.#parts;
    const count = (this.#guesses.get(session) ?? 0) + 1;
    this.#guesses.set(session, count);
    const network = networkOf(plainAddress(session.remoteAddress));
    const verdict = await limiter.consume('mail-recipient', network, world.clock.now());
    return count >= unknownRecipientsMax || !verdict.allowed;
  }

  #cutOff(session: SMTPServerSession): SmtpRefusal {
    this.#parts.connections.endAfterAnswer(session);
    return new SmtpRefusal(421, '4.7.0 Too many recipients that are not here', 'unknown-id');
  }
}

function idOf(meant: Meant): string {
  return 'view' in meant ? meant.view.integrationId : meant.answer.address;
}
