import { networkOf } from '../../accounts/index.ts';
import {
  type OperationAnswer,
  type OperationHandler,
  type OperationRequest,
  tooMany,
} from '../../http/index.ts';
import { AppError, type Html, html } from '../../kernel/index.ts';
import { signUpDelivery, storeDeliveries } from '../../notifications/index.ts';
import { say } from '../../sentences/index.ts';
import {
  confirmCode,
  confirmSignUp,
  isSignUpToken,
  isUnsubscribeToken,
  type NewSignUp,
  type StatusPage,
  signUp,
  signUpOfToken,
  unsubscribe,
} from '../../status-pages/index.ts';
import { cleanLine } from './clean-text.ts';
import { type Message, messagePage } from './message-page.ts';
import type { StatusOptions } from './status.ts';
import { type PageTexts, pageTexts } from './texts.ts';
import { type Find, isOffered, offersOf, type Visit } from './visit.ts';
import { barrierOf, notThere, type Visitor } from './visitor.ts';

type Handler = OperationHandler<Visitor>;

/** Updates by mail and by text message. Nothing that is answered says who is subscribed. */
export function subscriptionHandlers(
  { world, limiter, channels }: StatusOptions,
  find: Find,
): Readonly<Record<string, Handler>> {
  /** Throws 429 for whoever enters too many addresses or codes. */
  async function count(visitor: Visitor): Promise<void> {
    const scope = 'status-page-sign-up';
    const verdict = await limiter.consume(scope, networkOf(visitor.address), world.clock.now());
    if (!verdict.allowed)
      throw tooMany(limiter, { scope, what: say('subscriptionsMade') }, verdict);
  }

  /** Each text costs the operator, whichever organization has the page. Throws 429. */
  async function countText({ id, organizationId }: StatusPage, number: string): Promise<void> {
    const now = world.clock.now();
    const keys = {
      'status-page-texts': id,
      'organization-texts': organizationId,
      'country-texts': countryOf(number),
    };
    for (const [scope, key] of Object.entries(keys)) {
      const verdict = await limiter.consume(scope, key, now);
      if (verdict.allowed) continue;
      world.log.warn({ scope, statusPageId: id, organizationId }, 'a sign-up by text was refused');
      throw tooMany(limiter, { scope, what: say('subscriptionsByText') }, verdict);
    }
  }

  return {
    createSubscription: async (visitor, request) => {
      const visit = await find(visitor, request);
      const { page } = visit.content;
      await demandOpen(visit, visitor);
      const texts = pageTexts[visit.speech.language];
      const wanted = addressIn(request.body as Fields);
      const offers = offersOf(page, channels);
      if (!offers.mail && !offers.sms) throw notThere();
      if (!wanted || !(wanted.channel === 'email' ? offers.mail : offers.sms))
        return answer(visit, { title: texts.badAddressTitle, text: texts.badAddress }, 400);
      await count(visitor);
      if (wanted.channel === 'sms') await countText(page, wanted.address);
      const signedUp = await signUp(world, page, { ...wanted, speech: visit.speech });
      if (signedUp) await storeDeliveries(world, [signUpDelivery(signedUp)]);
      return wanted.channel === 'email'
        ? answer(visit, { title: texts.mailSentTitle, text: texts.mailSent })
        : // An address that got no message has an id, too, which fits no code.
          answer(visit, {
            title: texts.smsSentTitle,
            text: texts.smsSent,
            more: codeForm(visit, texts, signedUp?._id ?? crypto.randomUUID()),
          });
    },

    showConfirmation: async (visitor, request) => {
      const visit = await find(visitor, request);
      if (!(await signUpAsked(visit, request))) return usedUp(visit);
      const texts = pageTexts[visit.speech.language];
      return answer(visit, {
        title: texts.confirmTitle,
        text: texts.confirmWhy(titleOf(visit)),
        more: buttonForm(texts.confirmButton),
      });
    },

    confirmSubscription: async (visitor, request) => {
      const visit = await find(visitor, request);
      const found = await signUpAsked(visit, request);
      if (!found) return usedUp(visit);
      await confirmSignUp(world, found);
      return confirmed(visit);
    },

    confirmSubscriptionByCode: async (visitor, request) => {
      const visit = await find(visitor, request);
      await demandOpen(visit, visitor);
      await count(visitor);
      const { id = '', code = '' } = request.body as Fields;
      const texts = pageTexts[visit.speech.language];
      return (await confirmCode(world, visit.content.page, id, code))
        ? confirmed(visit)
        : answer(
            visit,
            {
              title: texts.codeWrongTitle,
              text: texts.codeWrong,
              more: codeForm(visit, texts, id),
            },
            400,
          );
    },

    showUnsubscribe: async (visitor, request) => {
      const visit = await find(visitor, request);
      demandToken(request);
      const texts = pageTexts[visit.speech.language];
      return answer(visit, {
        title: texts.leaveTitle,
        text: texts.leaveWhy(titleOf(visit)),
        more: buttonForm(texts.leaveButton),
      });
    },

    endSubscription: async (visitor, request) => {
      const visit = await find(visitor, request);
      demandToken(request);
      await unsubscribe(world, visit.content.page, request.params.token ?? '');
      const texts = pageTexts[visit.speech.language];
      return answer(visit, { title: texts.leftTitle, text: texts.left(titleOf(visit)) });
    },
  };

  /** Forms are on the page: who may not see it has none. */
  async function demandOpen({ access }: Visit, visitor: Visitor): Promise<void> {
    const barrier = await barrierOf(world, access, visitor);
    if (barrier === 'address' || !isOffered('page', access)) throw notThere();
    if (barrier !== null) throw new AppError('forbidden', say('openPageFirst'));
  }

  /** Null for a link that has confirmed an address, or is too old; 404 for one that nobody here made. */
  function signUpAsked({ content }: Visit, { params }: OperationRequest) {
    const { token = '' } = params;
    if (!isSignUpToken(world, token)) throw notThere();
    return signUpOfToken(world, content.page, token);
  }

  function demandToken({ params }: OperationRequest): void {
    if (!isUnsubscribeToken(world, params.token ?? '')) throw notThere();
  }
}

type Fields = Readonly<Partial<Record<string, string>>>;

/** Where a text goes: the calling code (ITU-T E.164), below +1 with the area, because expensive islands share it. */
function countryOf(number: string): string {
  return (
    /^\+(?:1\d{3}|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/.exec(
      number,
    )?.[0] ?? number
  );
}

/** The entered address as messages are sent to it; null where it is neither an address nor a number. */
function addressIn({
  email,
  telephoneNumber,
}: Fields): Pick<NewSignUp, 'channel' | 'address'> | null {
  if (email !== undefined) {
    const address = email.trim();
    return /^[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,}$/.test(address)
      ? { channel: 'email', address }
      : null;
  }
  const number = (telephoneNumber ?? '').replaceAll(/[\s().\-/]/g, '').replace(/^00/, '+');
  return /^\+[1-9]\d{6,14}$/.test(number) ? { channel: 'sms', address: number } : null;
}

/** Who opens a link again is no lost visitor. */
function usedUp(visit: Visit): OperationAnswer {
  const texts = pageTexts[visit.speech.language];
  return answer(visit, { title: texts.usedTitle, text: texts.used }, 404);
}

function confirmed(visit: Visit): OperationAnswer {
  const texts = pageTexts[visit.speech.language];
  return answer(visit, { title: texts.confirmedTitle, text: texts.confirmed(titleOf(visit)) });
}

function answer({ content, speech, base }: Visit, message: Message, status = 200): OperationAnswer {
  const { text, headers } = messagePage(content.page, speech.language, message, base);
  return { status, text, headers };
}

function titleOf({ content }: Visit): string {
  return cleanLine(content.page.wire.publicTitle);
}

/** To the address that the page has. */
function buttonForm(label: string): Html {
  return html`<form method="post"><button>${label}</button></form>`;
}

function codeForm({ base, speech }: Visit, texts: PageTexts, id: string): Html {
  return html`<form method="post" action="${base}/confirm-code?lang=${speech.language}"><input type="hidden" name="id" value="${id}"><label for="code">${texts.code}</label><div class="fields"><input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" required maxlength="20"><button>${texts.confirmButton}</button></div></form>`;
}
