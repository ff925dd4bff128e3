import type { OutboundClient } from '../../../egress/index.ts';
import { isObject } from '../../../kernel/index.ts';
import { type Sentence, say } from '../../../sentences/index.ts';
import { type ApiAnswer, type ApiCaller, askApi, placementOf } from '../api-request.ts';
import type { CarrierAccess, CarrierApi } from '../carrier.ts';
import { refusingApi } from '../refusing-api.ts';
import { callStatusOf } from '../twiml/parse.ts';
import { applicationOf, connectNumber, destinationOf } from './connect-number.ts';
import { recordingsOf } from './recordings.ts';

export interface TelnyxApiOptions {
  outbound: OutboundClient;
}

const carrier = 'Telnyx';
const usualHost = 'api.telnyx.com';

/** The parts of the API of Telnyx that calls need. */
export function createApi({ outbound }: TelnyxApiOptions, access: CarrierAccess): CarrierApi {
  const { apiHost, accountId } = access;
  const [apiKey] = access.authTokens;
  const host = apiHost ?? usualHost;
  if (!isTelnyx(host))
    return refusingApi(say('hostNotOfCarrier', { host, carrier, example: usualHost }));
  if (apiKey === undefined) return refusingApi(say('apiKeyMissing'));
  const authorization = `Bearer ${apiKey}`;
  const caller: ApiCaller = {
    outbound,
    carrier,
    credentials: ['apiKey', 'apiBaseDomain'],
    authorization,
  };
  const ask: AskTelnyx = (path, body) =>
    askApi(
      caller,
      `https://${host}/v2/${path}`,
      body === undefined
        ? {}
        : {
            method: body.method,
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(body.members),
          },
    );
  const account = accountId === null ? null : encodeURIComponent(accountId);
  return {
    async callStatus(callId) {
      const id = encodeURIComponent(callId);
      if (account !== null) {
        const answer = await ask(`texml/Accounts/${account}/Calls/${id}`);
        return answer.outcome === 'answered' ? callStatusOf(String(answer.members.status)) : null;
      }
      const answer = await ask(`calls/${id}`);
      const call = answer.outcome === 'answered' ? answer.members.data : null;
      if (!isObject(call) || typeof call.is_alive !== 'boolean') return null;
      return call.is_alive ? 'ongoing' : 'completed';
    },

    ...recordingsOf({ outbound, host, authorization, account, caller, ask }),
    async placeCall({ to, from, ringSeconds, answerUrl, statusUrl }) {
      if (account === null) return refused(say('accountIdMissing'));
      const application = access.applicationId ?? (await applicationOf(ask, from));
      if (application === null) return refused(say('applicationNotNamed', { number: from }));
      const answer = await ask(`texml/Accounts/${account}/Calls`, {
        method: 'POST',
        members: {
          ApplicationSid: application,
          To: to,
          From: from,
          Timeout: ringSeconds,
          Url: answerUrl,
          UrlMethod: 'POST',
          StatusCallback: statusUrl,
          StatusCallbackMethod: 'POST',
          StatusCallbackEvent: 'completed',
        },
      });
      return placementOf(answer, ({ call_sid: id, sid }) => id ?? sid);
    },
    setUpNumber: (number, urls) => connectNumber(ask, number, access.applicationId, urls),
    destination: (number) => destinationOf(ask, number),
  };
}

export type AskTelnyx = (
  path: string,
  body?: { method: 'POST' | 'PATCH'; members: Record<string, unknown> },
) => Promise<ApiAnswer>;

/** No port: only the usual one is the carrier's. */
function isTelnyx(host: string): boolean {
  return /^api(\.[a-z\d-]+)?\.telnyx\.com$/.test(host);
}

function refused(error: Sentence) {
  return { outcome: 'refused', error } as const;
}
