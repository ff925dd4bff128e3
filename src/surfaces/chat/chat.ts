import { Router } from 'express';
import type { OutboundClient } from '../../egress/index.ts';
import {
  type ApiDocument,
  createDocumentRouter,
  formBodies,
  jsonBodies,
  type Metrics,
  type RateLimiter,
  watchRequests,
  writeProblems,
} from '../../http/index.ts';
import type { World } from '../../kernel/index.ts';
import { say } from '../../sentences/index.ts';
import { createAuthenticator } from './authenticate.ts';
import type { ChatCaller } from './caller.ts';
import { chatOperations } from './operations.ts';

export interface ChatSurfaceOptions {
  world: World;
  documents: { chat: ApiDocument };
  /** Asks a chat who somebody is, and tells them what did not work. */
  outbound: OutboundClient;
  limiter: RateLimiter;
  metrics: Metrics;
  /** Fails requests whose answer is not as documented (tests). */
  checkAnswers?: boolean | undefined;
}

const bodyBytesMax = 512 * 1024;

export function createChatSurface(options: ChatSurfaceOptions): Router {
  const { world, outbound, limiter, metrics, checkAnswers = false } = options;
  const document = options.documents.chat;
  const operations = Object.entries(chatOperations(world, outbound));
  const router = Router({ caseSensitive: true });
  router.use(
    document.basePath,
    watchRequests(world.log, metrics, 'chat'),
    createDocumentRouter<ChatCaller>({
      document,
      handlers: Object.fromEntries(operations.map(([id, [handle]]) => [id, handle])),
      authenticate: createAuthenticator(
        world,
        Object.fromEntries(operations.map(([id, [, proof]]) => [id, proof])),
      ),
      describeCaller: ({ integration }) => ({ outboundIntegrationId: integration.id }),
      limits: {
        limiter,
        clock: world.clock,
        ofCaller: ({ integration, isEnded }) => ({
          scope: 'webhook',
          // Anybody may show a button that nobody knows: they take nothing from the others.
          key: isEnded ? `${integration.id} ended` : integration.id,
          what: say('requestsForTool'),
        }),
      },
      bodies: [jsonBodies, formBodies],
      bodyBytesMax,
      // Chats add members and parameters as they like.
      query: { names: 'exact', unknown: 'ignore' },
      writeError: writeProblems(world.log),
      checkAnswers,
    }),
  );
  return router;
}
