/**
 * The one script of the pages: it asks the server for options and the browser for a passkey, and sends the form with
 * the answer.
 */
export const passkeyScript = `'use strict';
const steps = {
  get: {
    options: '/api/console/v1/passkeys/sign-in-options',
    parse: 'parseRequestOptionsFromJSON',
  },
  create: {
    options: '/api/console/v1/passkeys/registration-options',
    parse: 'parseCreationOptionsFromJSON',
  },
};
const isSupported =
  typeof PublicKeyCredential === 'function' &&
  typeof PublicKeyCredential.parseRequestOptionsFromJSON === 'function';

for (const form of document.querySelectorAll('form[data-passkey]')) {
  if (!isSupported) continue;
  form.hidden = false;
  for (const near of document.querySelectorAll('[data-with-passkey]')) near.hidden = false;
  const purpose = form.dataset.passkey;
  const { options, parse } = steps[purpose];
  const failure = form.querySelector('[role=alert]');
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    failure.hidden = true;
    const button = form.querySelector('button');
    button.disabled = true;
    try {
      const answer = await fetch(options, { method: 'POST' });
      const given = await answer.json();
      if (given.code === 'sign-in-again') {
        location.href = '/account/confirm?returnTo=/account';
        return;
      }
      if (!answer.ok) throw new Error(given.detail);
      const publicKey = PublicKeyCredential[parse](given);
      const credential = await navigator.credentials[purpose]({ publicKey });
      form.elements.response.value = JSON.stringify(credential);
      form.submit();
    } catch {
      button.disabled = false;
      failure.hidden = false;
    }
  });
}
`;
