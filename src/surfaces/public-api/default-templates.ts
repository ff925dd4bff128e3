import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Router } from 'express';
import type { Catalogue } from '../../catalogue/index.ts';
import { type RateLimiter, rateLimitHeaders } from '../../http/index.ts';
import { AppError, type Clock } from '../../kernel/index.ts';
import { say } from '../../sentences/index.ts';

export interface DefaultTemplatesOptions {
  catalogue: Catalogue;
  /** The folder that the catalogue was read from. */
  directory: string;
  limiter: RateLimiter;
  clock: Clock;
}

/**
 * `GET /api/integrations/terraform/default/{type}.tf` (spec 4.5), without a key: it contains no data of any
 * organization.
 */
export function createDefaultTemplates(options: DefaultTemplatesOptions): Router {
  const { catalogue, directory, limiter, clock } = options;
  const router = Router();
  router.all('/api/integrations/terraform/default/:file', async (req, res) => {
    if (req.method !== 'GET' && req.method !== 'HEAD')
      throw new AppError('method-not-allowed', say('useMethods', { methods: 'GET' }), {
        headers: { allow: 'GET, HEAD' },
      });
    const verdict = await limiter.consume('console', `${req.ip} ${req.path}`, clock.now());
    const headers = rateLimitHeaders(limiter.limits, 'console', verdict);
    if (!verdict.allowed)
      throw new AppError('rate-limited', say('tryAgainIn', { seconds: verdict.resetSeconds }), {
        headers,
      });
    const name = /^(.+)\.tf$/i.exec(req.params.file)?.[1] ?? '';
    const type = catalogue.find(name);
    if (!type) throw new AppError('not-found', say('noSuchType'));
    const template = await readFile(join(directory, type.id, 'default.tf'), 'utf8');
    res.set({
      ...headers,
      'cache-control': 'public, max-age=60',
      'x-content-type-options': 'nosniff',
    });
    res.type('text/plain').send(template);
  });
  return router;
}
