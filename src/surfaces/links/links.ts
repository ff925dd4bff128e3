import { Router } from 'express';
import {
  type ApiDocument,
  createDocumentRouter,
  type OperationHandler,
  type RateLimiter,
  toProblem,
  type WriteError,
} from '../../http/index.ts';
import { AppError, type Log, type World } from '../../kernel/index.ts';
import {
  applyReply,
  findReplyLink,
  type RepliedIncident,
  type ReplyLink,
  readReply,
  speechOfLink,
} from '../../notifications/index.ts';
import { languageOf, say } from '../../sentences/index.ts';
import { answerCover, showCover } from './cover.ts';
import { errorPage, incidentsPage, pageHeaders, stateOf, type Visit } from './page.ts';

interface LinksOptions {
  world: World;
  documents: { links: ApiDocument };
  limiter: RateLimiter;
  checkAnswers?: boolean | undefined;
}

interface Visitor {
  address: string;
  requestId: string;
}

/** The pages under `/a/`. */
export function createLinks({
  world,
  documents: { links: document },
  limiter,
  checkAnswers = false,
}: LinksOptions): Router {
  const link = async (token: string | undefined): Promise<ReplyLink> => {
    const found = await findReplyLink(world, token ?? '');
    if (!found) throw new AppError('not-found', say('linkInvalid'));
    return found;
  };
  const optionsFor = ({ requestId }: Visitor) => ({ via: 'link', requestId });
  const handlers: Record<string, OperationHandler<Visitor>> = {
    showIncidents: async (visitor, { params }) => {
      const found = await link(params.token);
      const incidents = await readReply(world, found, optionsFor(visitor));
      return page(found, incidents, { isAnswer: false });
    },
    acknowledgeIncidents: async (visitor, { params }) => {
      const found = await link(params.token);
      const options = { ...optionsFor(visitor), effectKey: null };
      const incidents = await applyReply(world, found, 'Investigated', options);
      return page(found, incidents, { isAnswer: true });
    },
    showCover: async (visitor, { params }) =>
      showCover(world, await link(params.token), optionsFor(visitor)),
    acceptCover: async (visitor, { params }) =>
      answerCover(world, await link(params.token), 'accept', optionsFor(visitor)),
    declineCover: async (visitor, { params }) =>
      answerCover(world, await link(params.token), 'decline', optionsFor(visitor)),
  };
  const router = Router({ caseSensitive: true });
  router.use(
    document.basePath,
    createDocumentRouter<Visitor>({
      document,
      handlers,
      authenticate: async (_operation, { address, requestId }) => ({ address, requestId }),
      limits: {
        limiter,
        clock: world.clock,
        // Nobody can guess a token, but asking must not cost the database much either.
        ofCaller: ({ address }) => ({ scope: 'links', key: address, what: say('requestsToLinks') }),
      },
      query: { names: 'exact', unknown: 'ignore' },
      answerType: 'text/html',
      writeError: writePages(world.log),
      checkAnswers,
    }),
  );
  return router;

  /** In the language of whoever got the message. */
  async function page(found: ReplyLink, incidents: readonly RepliedIncident[], visit: Visit) {
    const speech = await speechOfLink(world, found);
    if (incidents.length === 0)
      return { status: 404, text: errorPage('replyGone', speech), headers: pageHeaders };
    const headers = { ...pageHeaders, 'tocsin-state': stateOf(incidents) };
    return { status: 200, text: incidentsPage(incidents, visit, speech), headers };
  }
}

function writePages(log: Log): WriteError {
  return (error, { requestId, path, acceptLanguage }) => {
    const { status, headers } = toProblem(error, requestId, path, log);
    const why = (status === 404 && 'linkInvalid') || (status === 429 && 'linkTooOften');
    // Nobody knows whose link it is.
    const page = errorPage(why || 'linkTryAgain', { language: languageOf(acceptLanguage) });
    return { status, headers: { ...headers, ...pageHeaders }, body: page };
  };
}
