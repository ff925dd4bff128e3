import { isObject } from '../../kernel/index.ts';
import type { Provider } from '../providers.ts';
import { createTelnyxApi, type TelnyxParts } from './telnyx-api.ts';

/** Error codes of the account or its number, whoever the text is for: sender, messaging profile, spending. */
const accountCodes = new Set(['20100', '40013', '40305', '40312', '40318', '40333']);

/** Texts through the Messaging API of Telnyx. */
export function createTelnyxTexts(parts: TelnyxParts): Provider<{ text: string }, string> {
  const { telnyxFrom = '' } = parts.settings;
  const api = createTelnyxApi(parts, {
    idOf: ({ data }) => (isObject(data) ? data.id : null),
    isOfAccount: ({ code }) => accountCodes.has(code),
  });
  return {
    name: 'Telnyx',
    send: ({ key, to, text, statusUrl }) =>
      api.post('messages', {
        from: telnyxFrom,
        to,
        text,
        ...(statusUrl === undefined ? {} : { webhook_url: reportUrl(parts.publicUrl(), key) }),
      }),
    probe: () =>
      api.get(`phone_numbers?filter%5Bphone_number%5D=${encodeURIComponent(telnyxFrom)}`),
  };
}

/** Where Telnyx reports on a text: it signs otherwise than other carriers, so its address is another one. */
function reportUrl(publicUrl: string, deliveryId: string): string {
  return `${publicUrl}/telephony/telnyx/notifications/message?d=${encodeURIComponent(deliveryId)}`;
}
