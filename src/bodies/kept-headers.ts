import type { IncomingHttpHeaders } from 'node:http';
import { headerCharactersMax, headersMax } from './limits.ts';

/** Says how the request travelled, not what it means. */
const transport = new Set([
  'accept',
  'accept-charset',
  'accept-encoding',
  'accept-language',
  'connection',
  'content-encoding',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'te',
  'traceparent',
  'tracestate',
  'transfer-encoding',
  'upgrade',
]);
const credential =
  /(^|-)auth(-|$)|authorization|authentication|cookie|token|secret|password|passwd|api-?key|credential|session|jwt/i;

/** The headers a mapping may read: lower-case names, no credentials, no transport noise, bounded. */
export function keptHeaders(
  headers: IncomingHttpHeaders,
  verificationHeader: string | null,
): Record<string, string> {
  const kept: Record<string, string> = {};
  const secretHeader = verificationHeader?.toLowerCase();
  let count = 0;
  for (const name in headers) {
    if (transport.has(name) || name === secretHeader || credential.test(name)) continue;
    const value = headers[name];
    if (value === undefined || count >= headersMax) continue;
    kept[name] = (Array.isArray(value) ? value.join(', ') : value).slice(0, headerCharactersMax);
    count += 1;
  }
  return kept;
}
