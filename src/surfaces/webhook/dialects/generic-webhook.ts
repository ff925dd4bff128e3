import { keptHeaders, keptQuery } from '../../../bodies/index.ts';
import { webhookPrefix } from '../../../catalogue/index.ts';
import { AppError } from '../../../kernel/index.ts';
import { say } from '../../../sentences/index.ts';
import { bearerOf } from '../credentials.ts';
import type { Dialect } from './dialect.ts';

/** `ANY /api/webhook/{ingestToken}` (spec 4.1): whatever the tool sends is the payload. */
export const genericWebhook: Dialect = {
  base: webhookPrefix,
  protocol: null,
  credentialsOf: ({ path, headers }) => ({
    key: path.endsWith('/') ? path.slice(0, -1) : path,
    bearer: bearerOf(headers.authorization),
  }),
  read: ({ method, headers, query, body }, view) => ({
    raw: {
      method,
      contentType: headers['content-type'] ?? '',
      headers: keptHeaders(headers, view?.type.verificationHeader ?? null),
      query: keptQuery(query),
      body,
    },
  }),
  unknown: () => new AppError('not-found', say('noSuchWebhook')),
  refuse: (problem) => ({
    status: problem.status,
    body: problem,
    headers: { 'content-type': 'application/problem+json; charset=utf-8' },
  }),
};
