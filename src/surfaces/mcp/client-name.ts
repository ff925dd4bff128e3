import { isObject } from '../../kernel/index.ts';
import { cleanText, cutText } from './clean-text.ts';

const nameMax = 100;

/**
 * The name that a program gave itself: in each message of the revision of 2026, before that in a header only. Nobody
 * has checked it, so it is noted and decides nothing. Undefined if it gave none.
 */
export function clientName(message: unknown, userAgent: string | null): string | undefined {
  const params = isObject(message) && isObject(message.params) ? message.params : {};
  const meta = isObject(params._meta) ? params._meta : {};
  const info = meta['io.modelcontextprotocol/clientInfo'];
  const said = isObject(info) && typeof info.name === 'string' ? info.name : userAgent;
  const name = cutText(
    cleanText(said ?? '')
      .replace(/\s+/g, ' ')
      .trim(),
    nameMax,
  ).text;
  return name === '' ? undefined : name;
}
