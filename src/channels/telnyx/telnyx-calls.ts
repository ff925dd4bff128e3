import type { Provider } from '../providers.ts';
import { createTelnyxApi, type TelnyxParts } from './telnyx-api.ts';

const ringSeconds = 30;

/**
 * Voice calls through the TeXML API of Telnyx. Made from its public documentation, not tried on an account. The
 * endpoint of the account is used: that of a connection takes no address for reports.
 */
export function createTelnyxCalls(
  parts: TelnyxParts,
): Provider<Readonly<Record<never, never>>, string> {
  const { telnyxFrom = '', telnyxAccountId = '', telnyxApplicationId = '' } = parts.settings;
  const api = createTelnyxApi(parts, {
    idOf: ({ call_sid: id, sid }) => id ?? sid,
    // An account or application that is not there; a value that is not the number that is called.
    isOfAccount: ({ status, pointer }) =>
      status === 404 || (status === 422 && pointer !== null && !/\bto$/i.test(pointer)),
  });
  return {
    name: 'Telnyx',
    send: ({ to, answerUrl, statusUrl }) =>
      api.post(`texml/Accounts/${encodeURIComponent(telnyxAccountId)}/Calls`, {
        ApplicationSid: telnyxApplicationId,
        From: telnyxFrom,
        To: to,
        Timeout: ringSeconds,
        ...(answerUrl === undefined ? {} : { Url: answerUrl('telnyx'), UrlMethod: 'POST' }),
        ...(statusUrl === undefined
          ? {}
          : {
              StatusCallback: statusUrl('telnyx'),
              StatusCallbackMethod: 'POST',
              StatusCallbackEvent: 'completed',
            }),
      }),
    probe: () => api.get(`texml_applications/${encodeURIComponent(telnyxApplicationId)}`),
  };
}
