import type { DocumentedOperation } from '../../support/operations.ts';
import { type Answer, membersOf } from '../ask.ts';

/**
 * What a caller may expect of an operation. `refused` is for operations on objects that are not the caller's: the
 * document does not say whether they are forbidden or not to be seen.
 */
export type Expected =
  /** Whatever the operation says to what was asked; nobody is refused for who they are not. */
  | 'answered'
  /** A browser that has to sign in first. */
  | 'sent-away'
  /** Proves who they are in a way that the document does not name. */
  | 'not-taken'
  | 'admitted'
  | 'shown'
  | 'unauthenticated'
  | 'forbidden'
  | 'plan-required'
  | 'sign-in-again'
  | 'hidden'
  | 'refused';

const statuses: Record<Exclude<Expected, 'admitted' | 'answered'>, readonly number[]> = {
  'sent-away': [303, 400, 401, 403, 404],
  'not-taken': [401, 403],
  shown: [200],
  unauthenticated: [401],
  forbidden: [403],
  'plan-required': [403],
  'sign-in-again': [403],
  hidden: [404],
  refused: [400, 403, 404],
};

const namedCodes: ReadonlySet<Expected> = new Set(['plan-required', 'sign-in-again']);

/** What is wrong with an answer to this caller; null when nothing is. */
export function complaintAbout(what: string, expected: Expected, answer: Answer): string | null {
  const { status, headers, text } = answer;
  const wrong = (why: string) => `${what}: ${why}, answered ${status} ${text.slice(0, 200)}`;
  // 501 is an answer: SCIM says so of what it leaves out.
  if (status >= 500 && status !== 501) return wrong('a fault');
  if (expected === 'answered') return status === 401 ? wrong('should be answered') : null;
  if (expected === 'admitted')
    return status === 401 || status === 403 ? wrong('should be admitted') : null;
  if (!statuses[expected].includes(status)) return wrong(`should be ${expected}`);
  if (expected === 'sent-away' && status === 303 && !headers.location?.startsWith('/sign-in'))
    return wrong(`is sent to ${headers.location}`);
  if (expected === 'unauthenticated' && headers['www-authenticate'] === undefined)
    return wrong('does not say how to authenticate');
  const { code } = membersOf(answer);
  // SCIM has codes of its own.
  if (namedCodes.has(expected) && code !== undefined && code !== expected)
    return wrong('does not say what would help');
  return null;
}

/** Schemes that `callers.ts` has callers for. */
const schemes = ['ApiKey', 'Bearer', 'ProvisioningKey', 'Session'];

/** Operations that nobody would call here: a new document, or a new way to prove who one is. */
export function documentsWithoutCallers(
  operations: readonly Pick<DocumentedOperation, 'document' | 'schemes'>[],
  withProofs: readonly string[],
): string[] {
  const found = Map.groupBy(operations, ({ document }) => document);
  return [...found].flatMap(([document, of]) => {
    const named = [...new Set(of.flatMap((operation) => operation.schemes))];
    const unknown = named.filter((scheme) => !schemes.includes(scheme));
    if (unknown.length > 0) return [`${document}: nobody calls with ${unknown.join(', ')}`];
    return named.length > 0 || withProofs.includes(document) ? [] : [`${document} has no callers`];
  });
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

/** The answer without what differs for every request: ids, and the name of the request. */
export function withoutIds({ status, text }: Answer, ids: readonly string[] = []) {
  let plain = text.replaceAll(uuid, 'ID').replaceAll(/"traceId": ?"[^"]*"/g, '"traceId":""');
  for (const id of ids) plain = plain.replaceAll(id, 'ID');
  return { status, text: plain };
}

/** A reference to somebody else's object has to be refused, by the words for one that does not exist. */
export function complaintAboutReference(
  what: string,
  foreign: { answer: Answer; ids: readonly string[] },
  random: { answer: Answer; ids: readonly string[] },
): string | null {
  return foreign.answer.status < 400
    ? `${what} is taken: ${foreign.answer.text.slice(0, 200)}`
    : differenceBetween(what, foreign, random);
}

/** Somebody else's object has to be answered like one that does not exist; anything else tells that it does. */
export function differenceBetween(
  what: string,
  foreign: { answer: Answer; ids: readonly string[] },
  random: { answer: Answer; ids: readonly string[] },
): string | null {
  const [seen, expected] = [foreign, random].map(({ answer, ids }) => withoutIds(answer, ids));
  if (expected && expected.status >= 500) return `${what}: a fault ${expected.text.slice(0, 200)}`;
  if (JSON.stringify(seen) === JSON.stringify(expected)) return null;
  return `${what}: ${seen?.status} ${seen?.text.slice(0, 200)} for a foreign object, ${expected?.status} ${expected?.text.slice(0, 200)} for none`;
}
