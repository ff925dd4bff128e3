import { type RequestHandler, Router } from 'express';
import {
  type ApiDocument,
  createDocumentRouter,
  formBodies,
  formBodiesWithJson,
  type RateLimiter,
  toAppError,
  toProblem,
  type WriteError,
} from '../../http/index.ts';
import type { Log, Task, World } from '../../kernel/index.ts';
import type { Processes } from '../../processes/index.ts';
import { inWords, languageOf, usualSpeech } from '../../sentences/index.ts';
import { PageCache } from '../../status-pages/index.ts';
import { inFrame } from './document.ts';
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
/** For an object that is about to be saved: a form writes a long text in another script nine times as long. */
const plannedBytesMax = 256 * 1024;
const preview = 'previewStatusPage';
const plannedBodies = [formBodiesWithJson(['update', 'maintenance'])];

export function createStatus(options: StatusOptions): StatusSurface {
  const { world, publicUrl, checkAnswers = false } = options;
  const document = options.documents.status;
  const cache = new PageCache(world);
  const pages = createDocumentRouter<Visitor>({
    document,
    handlers: pageHandlers(options, cache),
    authenticate: async (_operation, arrival) => visitorOf(arrival),
    bodies: (id) => (id === preview ? plannedBodies : [formBodies]),
    bodyBytesMax: (id) => (id === preview ? plannedBytesMax : bodyBytesMax),
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
    const isPreview = path.endsWith('/preview');
    const said = isPreview && status === 400 ? wrongOf(error, language) : why;
    const plain = errorPage(language, ...(said ?? messageOf(status, headers, language)));
    const page = isPreview ? inFrame(plain) : plain;
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

/** The mistakes in an object of which somebody sees a preview. */
function wrongOf(error: unknown, language: 'en' | 'de'): [title: string, text: string] {
  const { detail, fields = {} } = toAppError(error).said;
  const wrong = Object.values(fields).flat();
  const sentences = wrong.length > 0 ? wrong : [detail];
  const text = sentences.map((one) => inWords(one, usualSpeech[language])).join(' ');
  return [pageTexts[language].invalidTitle, text];
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
