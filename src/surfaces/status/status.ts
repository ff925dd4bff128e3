import { type RequestHandler, Router } from 'express';
import {
  type ApiDocument,
  createDocumentRouter,
  formBodies,
  type RateLimiter,
  toAppError,
  toProblem,
  type WriteError,
} from '../../http/index.ts';
import type { Log, Task, World } from '../../kernel/index.ts';
import type { Processes } from '../../processes/index.ts';
import { languageOf } from '../../sentences/index.ts';
import { PageCache } from '../../status-pages/index.ts';
import { createHostRouting, PageHosts } from './hosts.ts';
import { errorPage } from './message-page.ts';
import { pageHandlers } from './page-handlers.ts';
import { pageTexts } from './texts.ts';
import { type Visitor, visitorOf } from './visitor.ts';

export interface StatusOptions {
  world: World;
  processes: Processes;
  documents: { status: ApiDocument };
  limiter: RateLimiter;
  /** Which channels can send at all. */
  channels: { missing(channel: 'Email' | 'SMS'): unknown };
  /** As people reach this server. */
  publicUrl(): string;
  checkAnswers?: boolean | undefined;
}

interface StatusSurface {
  /** Before everything else: hosts of pages serve nothing but the page. */
  byHost: RequestHandler;
  /** The addresses under `/status/`. */
  router: Router;
  /** Makes pages before anybody asks: after a start, and for those that nobody has asked for lately. */
  task: Task;
}

const warmSeconds = 30;

const bodyBytesMax = 16 * 1024;

export function createStatus(options: StatusOptions): StatusSurface {
  const { world, publicUrl, checkAnswers = false } = options;
  const document = options.documents.status;
  const cache = new PageCache(world);
  const pages = createDocumentRouter<Visitor>({
    document,
    handlers: pageHandlers(options, cache),
    authenticate: async (_operation, arrival) => visitorOf(arrival),
    bodies: [formBodies],
    bodyBytesMax,
    // Links in mails gain parameters on their way.
    query: { names: 'exact', unknown: 'ignore' },
    answerType: 'application/json',
    writeError: writeErrorPages(world.log),
    checkAnswers,
  });
  const router = Router({ caseSensitive: true });
  router.use(document.basePath, pages);
  return {
    byHost: createHostRouting(new PageHosts(world, options.processes), publicUrl, router),
    router,
    // Each process answers from its own memory.
    task: {
      name: 'status-pages',
      everySeconds: warmSeconds,
      everywhere: true,
      run: (signal) => cache.keepWarm(signal),
    },
  };
}

function writeErrorPages(log: Log): WriteError {
  return (error, { requestId, path, acceptLanguage }) => {
    const { status, headers } = toProblem(error, requestId, path, log);
    const language = languageOf(acceptLanguage);
    const why = waitOf(error, language);
    const page = errorPage(language, ...(why ?? messageOf(status, headers, language)));
    const again = why ? { refresh: headers['retry-after'] ?? '5' } : {};
    return {
      status,
      headers: { ...headers, ...again, ...page.headers },
      body: page.text.toString(),
    };
  };
}

/** The page for an obstacle that passes by itself; null for any other error. */
function waitOf(error: unknown, language: 'en' | 'de'): [title: string, text: string] | null {
  const t = pageTexts[language];
  const { code, said } = toAppError(error);
  if (said.detail.code === 'pageNotReady') return [t.notReadyTitle, t.notReady];
  return code === 'store-unavailable' ? [t.troubleTitle, t.storeAway] : null;
}

function messageOf(
  status: number,
  headers: Readonly<Record<string, string>>,
  language: 'en' | 'de',
): [title: string, text: string] {
  const t = pageTexts[language];
  switch (status) {
    case 403:
      return [t.passwordTitle, t.protected];
    case 404:
      return [t.notFoundTitle, t.notFound];
    case 429:
      return [t.tooManyTitle, t.tooMany(Number(headers['Retry-After'] ?? 60))];
    default:
      return status < 500 ? [t.invalidTitle, t.invalid] : [t.troubleTitle, t.trouble];
  }
}
