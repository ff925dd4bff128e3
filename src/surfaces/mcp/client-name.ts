import { isObject } from '../../kernel/index.ts';
import { cleanText, cutText } from './clean-text.ts';

const nameMax = 100;

/**
 * What a program calls itself: in each message of the revision of 2026, before that in a header only. It is the
 * program's own word, so it is noted and decides nothing. Undefined where it says nothing.
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
