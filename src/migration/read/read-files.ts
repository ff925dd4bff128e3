import { isObject } from '../../kernel/index.ts';
import { ReadError, reasonOf, type Target, textOf } from './client.ts';

const bytesMax = 5 * 1024 * 1024;
const timeoutMilliseconds = 30_000;

/** A file that is kept elsewhere. Its address is not in it, as it is often as good as a password. */
interface ReadFile {
  id: string;
  member: string;
  text?: string;
  /** Why there is no text. */
  why?: string;
}

/** Files whose addresses are in these members of an object; without the key, and whatever becomes of one. */
export async function readFiles(
  fetch: Target['fetch'],
  object: unknown,
  members: readonly string[],
): Promise<ReadFile[]> {
  const files: ReadFile[] = [];
  for (const member of members) {
    const address = isObject(object) ? object[member] : null;
    if (typeof address !== 'string' || address === '') continue;
    files.push({ id: member, member, ...(await readFile(fetch, address)) });
  }
  return files;
}

async function readFile(
  fetch: Target['fetch'],
  address: string,
): Promise<Pick<ReadFile, 'text' | 'why'>> {
  const url = address.replace(/^webcal:/i, 'https:');
  if (!/^https?:\/\//i.test(url)) return { why: 'it is no address on the web' };
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(timeoutMilliseconds) });
    if (!answer.ok) return { why: `it answers ${answer.status}` };
    return { text: await textOf(answer, bytesMax) };
  } catch (error) {
    return {
      why: error instanceof ReadError ? error.message : `it cannot be reached: ${reasonOf(error)}`,
    };
  }
}
