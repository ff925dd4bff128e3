import { webhookPrefix } from '../../../catalogue/index.ts';
import { AppError } from '../../../kernel/index.ts';
import { say } from '../../../sentences/index.ts';
import { passThrough } from './pass-through.ts';

/** `ANY /api/webhook/{ingestToken}` (spec 4.1): whatever the tool sends is the payload. */
export const genericWebhook = passThrough({
  base: webhookPrefix,
  keyOf: ({ path }) => (path.endsWith('/') ? path.slice(0, -1) : path),
  unknown: () => new AppError('not-found', say('noSuchWebhook')),
});
