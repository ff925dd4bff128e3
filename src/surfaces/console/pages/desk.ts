import type { OperationAnswer, OperationHandler, OperationRequest } from '../../../http/index.ts';
import { AppError } from '../../../kernel/index.ts';
import type { Parts } from '../parts.ts';
import type { Traits } from '../traits.ts';
import type { Visitor } from '../visitor.ts';
import { elsewhere, type PageContent, pageAnswer } from './page.ts';
import { type Texts, texts } from './texts.ts';

export type PageHandler = OperationHandler<Visitor, Traits>;
export type PageHandlers = Record<string, PageHandler>;

/** The tools that every page needs to answer. */
export interface Desk {
  parts: Parts;
  show(visitor: Visitor, page: Omit<PageContent, 'language'>): OperationAnswer;
  go(path: string, cookie?: string): OperationAnswer;
}

export function createDesk(parts: Parts): Desk {
  const { publicUrl } = parts;
  return {
    parts,
    show: ({ language }, page) => pageAnswer(publicUrl(), { language, ...page }),
    go: (path, cookie) => elsewhere(publicUrl(), path, cookie),
  };
}

export function textsFor({ language }: Visitor): Texts {
  return texts[language];
}

/** A field of the form; empty when it was not sent, or more than once. */
export function fieldOf({ body }: OperationRequest<Traits>, name: string): string {
  const value = (body as Record<string, unknown> | undefined)?.[name];
  return typeof value === 'string' ? value : '';
}

/** The credential that the script made with a passkey; null for anything that is no object. */
export function credentialOf(request: OperationRequest<Traits>): object | null {
  try {
    const value: unknown = JSON.parse(fieldOf(request, 'response'));
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

export interface Refusal {
  status: number;
  problem: string;
  /** When it may be tried again. */
  retryAfterSeconds?: number;
}

/**
 * The refusal that a person can do something about, in their language; any other error is thrown on. `invalid`: the
 * sentence for a value that was refused.
 */
function refusalOf(error: unknown, t: Texts, invalid: string): Refusal {
  if (!(error instanceof AppError)) throw error;
  switch (error.code) {
    case 'validation-failed':
      return { status: 400, problem: invalid };
    case 'rate-limited': {
      const retryAfterSeconds = secondsOf(error, 60);
      return { status: 429, problem: t.tooMany(retryAfterSeconds), retryAfterSeconds };
    }
    case 'overloaded':
      return { status: 503, problem: t.busy, retryAfterSeconds: secondsOf(error, 2) };
    case 'conflict':
      return { status: 409, problem: t.taken };
    default:
      throw error;
  }
}

function secondsOf({ headers = {} }: AppError, otherwise: number): number {
  return Number(headers['Retry-After'] ?? headers['retry-after'] ?? otherwise);
}

/** Does `work`; where it is refused, answers with what `again` makes of the reason. */
export async function orAgain(
  work: () => Promise<OperationAnswer>,
  visitor: Visitor,
  invalid: string,
  again: (refusal: Refusal) => OperationAnswer | Promise<OperationAnswer>,
): Promise<OperationAnswer> {
  try {
    return await work();
  } catch (error) {
    return again(refusalOf(error, textsFor(visitor), invalid));
  }
}
