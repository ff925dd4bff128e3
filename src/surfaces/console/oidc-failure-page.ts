import type { OperationAnswer } from '../../http/index.ts';
import { html, nothing } from '../../kernel/index.ts';
import { type FailureReason, localPath, type SignInFailure, signInPath } from '../../oidc/index.ts';
import { inWords, usualSpeech } from '../../sentences/index.ts';
import { oidcTexts } from './oidc-texts.ts';
import { pageAnswer } from './pages/page.ts';
import { passwordPath } from './pages/sign-in-forms.ts';
import { texts } from './pages/texts.ts';
import { withReturnTo } from './return-to.ts';
import type { Visitor } from './visitor.ts';

const statuses: Record<FailureReason, number> = {
  'unknown-attempt': 400,
  disabled: 404,
  denied: 403,
  unreachable: 502,
  misconfigured: 502,
  'client-refused': 502,
  'answer-refused': 400,
  'keys-changed': 502,
  'not-fresh': 403,
  'email-missing': 403,
  'email-unverified': 403,
  'email-foreign': 403,
  'unknown-person': 403,
  'linked-otherwise': 403,
  'not-by-address': 403,
  'other-person': 403,
  suspended: 403,
};

/**
 * Their details are for the log: they name hosts and addresses of the inner network, or are words of whoever sent the
 * browser here. On our page those would be ours.
 */
const withoutDetail: ReadonlySet<FailureReason> = new Set([
  'unreachable',
  'misconfigured',
  'denied',
  'client-refused',
  'answer-refused',
]);

/** Tells what went wrong: to the person, and to the administrator who can mend it. */
export function failurePage(
  publicUrl: string,
  { language, from }: Pick<Visitor, 'language' | 'from'>,
  { reason, sentence, connectionId }: SignInFailure,
  returnTo = '/',
): OperationAnswer {
  const { failures, forAdministrators, tryAgain, otherWay, linkMyself } = oidcTexts[language];
  const { person, administrator } = failures[reason];
  const again =
    connectionId === null || reason === 'disabled'
      ? nothing
      : html`<p><a href="${signInPath(connectionId, { returnTo: localPath(returnTo) })}">${tryAgain}</a></p>`;
  // Who links themselves signs in here first.
  const link =
    connectionId !== null && reason === 'not-by-address'
      ? html`<p><a href="${withReturnTo(passwordPath, signInPath(connectionId, { link: 'yes' }))}">${linkMyself}</a></p>`
      : nothing;
  const shown = withoutDetail.has(reason)
    ? nothing
    : html`<p>${inWords(sentence, usualSpeech[language])}</p>`;
  const references = [reason, connectionId, from.requestId].filter(Boolean).join(' · ');
  const { errorTitle, signInTitle } = texts[language];
  return pageAnswer(publicUrl, {
    language,
    status: statuses[reason],
    title: signInTitle,
    content: html`<div class="card"><h1>${errorTitle}</h1><p role="alert">${person}</p>${again}${link}<p><a href="${withReturnTo(passwordPath, localPath(returnTo))}">${otherWay}</a></p></div>
<div class="card"><h2>${forAdministrators}</h2><p>${administrator}</p>${shown}<p class="soft">${references}</p></div>`,
  });
}
