import type { OutboundClient } from '../../egress/index.ts';
import { say } from '../../sentences/index.ts';
import { exchange, failureOf } from './api-request.ts';
import type { FetchedRecording } from './carrier.ts';

const megabytesMax = 20;
const redirectsMax = 3;
const timeoutMilliseconds = 60_000;

/**
 * Fetches a recording from hosts of the carrier only: the address came with a request, and a redirect may name any
 * other. `headersFor` says what to send to an address; null: it is not the carrier's.
 */
export async function fetchRecording(
  outbound: OutboundClient,
  address: string,
  headersFor: (url: URL) => Record<string, string> | null,
): Promise<FetchedRecording> {
  let url = URL.parse(address);
  for (let redirects = 0; redirects <= redirectsMax; redirects += 1) {
    const headers = url && headersFor(url);
    if (!url || !headers)
      return {
        outcome: 'refused',
        error: url ? say('recordingElsewhere', { host: url.host }) : say('recordingNowhere'),
      };
    const answer = await exchange(outbound, url.href, {
      headers,
      redirectsMax: 0,
      bodyBytesMax: megabytesMax * 1024 * 1024,
      timeoutMilliseconds,
    });
    if (!('status' in answer)) return answer;
    const { status, headers: described, body, isTruncated } = answer;
    if (status >= 300 && status < 400 && described.location !== undefined) {
      url = URL.parse(described.location, url);
      continue;
    }
    // It is not there for a short while after the call.
    if (status === 404) return { outcome: 'retry', error: say('recordingNotYet') };
    if (status !== 200)
      return {
        ...failureOf(status),
        ...(status === 403 ? { isForbidden: true as const } : {}),
        error: say('recordingAnswered', { status }),
      };
    if (isTruncated)
      return { outcome: 'refused', error: say('recordingTooLarge', { megabytes: megabytesMax }) };
    if (body.length === 0) return { outcome: 'retry', error: say('recordingEmpty') };
    const contentType = soundTypeOf(body);
    if (contentType === null) return { outcome: 'refused', error: say('recordingNoSound') };
    return { outcome: 'fetched', bytes: body, contentType };
  }
  return {
    outcome: 'refused',
    error: say('recordingRedirected', { count: redirectsMax }),
  };
}

/** Told by the content: stores of files often call everything a stream of bytes. */
function soundTypeOf(bytes: Buffer): string | null {
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WAVE')
    return 'audio/wav';
  const hasTag = bytes.toString('latin1', 0, 3) === 'ID3';
  const hasFrame = bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe0) === 0xe0;
  return hasTag || hasFrame ? 'audio/mpeg' : null;
}
