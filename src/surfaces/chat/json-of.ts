import { isObject } from '../../kernel/index.ts';

/** The members of a body before it is validated; none of one that is no object in JSON. */
export function jsonOf(body: Buffer | undefined): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body?.toString('utf8') ?? '');
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
