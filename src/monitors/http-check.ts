import { parse as parseContentType } from 'content-type';
import { type OutboundClient, OutboundError, type OutboundResponse } from '../egress/index.ts';
import { textOfBytes } from '../kernel/index.ts';
import { type Sentence, say } from '../sentences/index.ts';
import type { Finding } from './decide.ts';
import { notMade, whyNot } from './not-made.ts';
import type { HttpSettings } from './plan.ts';

/** Limit of a body that the settings ask to keep. */
const bodyCharactersMax = 2_000;
const dayMilliseconds = 86_400_000;

/** One request to the address of an HTTP monitor, and what it says of it. Never throws. */
export async function checkHttp(
  outbound: OutboundClient,
  settings: HttpSettings,
  now: Date,
  signal: AbortSignal,
): Promise<Finding> {
  const start = performance.now();
  const elapsed = () => Math.round(performance.now() - start);
  try {
    const response = await outbound.request(settings.url, {
      method: settings.method,
      headers: headersOf(settings),
      timeoutMilliseconds: settings.timeoutInMilliseconds,
      signal,
      // Who accepts a redirect wants to see it.
      ...(acceptsRedirect(settings) ? { redirectsMax: 0 } : {}),
      ...(settings.body === null || settings.body === undefined ? {} : { body: settings.body }),
    });
    const elapsedMilliseconds = elapsed();
    const text = textOf(response);
    const { certificateExpiresAt } = response;
    return {
      ...judge(settings, response, text, now),
      elapsedMilliseconds,
      ...(certificateExpiresAt ? { certificateExpiresAt } : {}),
      ...(settings.logResponseBody ? { responseBody: text.slice(0, bodyCharactersMax) } : {}),
    };
  } catch (error) {
    return {
      ...(notMade(error) ?? judgeFailure(settings, error)),
      elapsedMilliseconds: elapsed(),
    };
  }
}

type Judgement = Pick<Finding, 'level' | 'reason' | 'isIgnored'>;

function judge(
  settings: HttpSettings,
  { status, isTruncated, certificateExpiresAt }: OutboundResponse,
  text: string,
  now: Date,
): Judgement {
  const wrongStatus = statusMistake(settings, status);
  if (wrongStatus !== null) return { level: 'Down', reason: wrongStatus };
  const wrongContent = contentMistake(settings, text, isTruncated);
  if (wrongContent !== null) return { level: 'Down', reason: wrongContent };
  return (certificateExpiresAt && judgeCertificate(settings, certificateExpiresAt, now)) ?? up;
}

const up: Judgement = { level: 'Up', reason: null };

function statusMistake(
  { overrideAcceptedStatusCodes }: HttpSettings,
  status: number,
): Sentence | null {
  const accepted = overrideAcceptedStatusCodes ?? [];
  const isAny = accepted.length === 0;
  if (isAny ? status >= 200 && status < 300 : accepted.includes(status)) return null;
  const shown = `${accepted.slice(0, 10).join(', ')}${accepted.length > 10 ? ' …' : ''}`;
  return say('statusUnwanted', { status: String(status), wanted: isAny ? '2xx' : shown });
}

function contentMistake(
  { contentTest, contentTestMode, method }: HttpSettings,
  text: string,
  isTruncated: boolean,
): Sentence | null {
  if (!contentTest) return null;
  const shown = {
    text: contentTest.length > 100 ? `${contentTest.slice(0, 100)}…` : contentTest,
  };
  const contains = text.includes(contentTest);
  if (contentTestMode === 'NotContains') return contains ? say('answerContains', shown) : null;
  if (contains) return null;
  if (method === 'HEAD') return say('headContainsNothing', shown);
  return say(isTruncated ? 'answerBeginContainsNot' : 'answerContainsNot', shown);
}

function judgeCertificate(settings: HttpSettings, expiresAt: Date, now: Date): Judgement | null {
  const days = (expiresAt.getTime() - now.getTime()) / dayMilliseconds;
  const { sslCertificateMaxAgeInDaysDown: down, sslCertificateMaxAgeInDaysDegraded: degraded } =
    settings;
  const reason = say('certificateEnds', {
    day: expiresAt.toISOString().slice(0, 10),
    days: Math.max(0, Math.floor(days)),
  });
  if (typeof down === 'number' && days <= down) return { level: 'Down', reason };
  if (typeof degraded === 'number' && days <= degraded) return { level: 'Degraded', reason };
  return null;
}

/**
 * No HTTP answer at all. `ignoreNonHttpErrors` is for networks that fail now and then, not for settings that never
 * work.
 */
function judgeFailure(settings: HttpSettings, error: unknown): Judgement {
  const reason = whyNot(error);
  const isSetting =
    error instanceof OutboundError && (error.failure === 'url' || error.failure === 'blocked');
  const watchesCertificate = typeof settings.sslCertificateMaxAgeInDaysDown === 'number';
  if (settings.ignoreNonHttpErrors && !isSetting && !(watchesCertificate && isExpired(error)))
    return { level: 'Up', reason: say('failureIgnored', { why: reason }), isIgnored: true };
  return { level: 'Down', reason };
}

function isExpired(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && cause.code === 'CERT_HAS_EXPIRED';
}

function acceptsRedirect({ overrideAcceptedStatusCodes }: HttpSettings): boolean {
  return (overrideAcceptedStatusCodes ?? []).some((status) => status >= 300 && status < 400);
}

function headersOf(settings: HttpSettings): Record<string, string> {
  const credentials = authorizationOf(settings);
  return {
    ...(credentials === null ? {} : { authorization: credentials }),
    ...Object.fromEntries(
      Object.entries(settings.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
    ),
  };
}

function authorizationOf(settings: HttpSettings): string | null {
  const { authenticationType } = settings;
  if (authenticationType === 'Bearer' && settings.bearerAuthenticationToken)
    return `Bearer ${settings.bearerAuthenticationToken}`;
  if (authenticationType !== 'Basic') return null;
  const { basicAuthenticationUserName: name, basicAuthenticationPassword: password } = settings;
  return `Basic ${Buffer.from(`${name ?? ''}:${password ?? ''}`).toString('base64')}`;
}

function textOf({ headers, body }: OutboundResponse): string {
  const { charset } = parseContentType(headers['content-type'] ?? '').parameters;
  return textOfBytes(body, charset).text;
}
