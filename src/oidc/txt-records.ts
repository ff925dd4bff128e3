import { Resolver } from 'node:dns/promises';

/**
 * The TXT records of a name, each in one piece; none where the name or the record does not exist. Throws when nobody
 * knows.
 */
export type ResolveTxt = (name: string) => Promise<string[]>;

const timeoutMilliseconds = 3000;
const absent = new Set(['ENOTFOUND', 'ENODATA']);

/** Asks the name servers of the machine. */
export function createTxtResolver(): ResolveTxt {
  const resolver = new Resolver({ timeout: timeoutMilliseconds, tries: 2 });
  return async (name) => {
    try {
      return (await resolver.resolveTxt(name)).map((pieces) => pieces.join(''));
    } catch (error) {
      if (error instanceof Error && 'code' in error && absent.has(String(error.code))) return [];
      throw error;
    }
  };
}
