/** The policy of the page allows style elements with this value only; the browser tells it to nobody but scripts of the page. */
export const styleNonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';
