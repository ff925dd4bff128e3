import { setNonce } from 'get-nonce';

/**
 * The policy of the page allows style elements with this value only; the browser tells it to nobody but scripts of the
 * page.
 */
export const styleNonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';

// For the elements of dialogs that stop the page behind them from scrolling.
setNonce(styleNonce);
