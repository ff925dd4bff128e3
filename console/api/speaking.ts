import type { Middleware } from 'openapi-fetch';
import { loadPart } from '../parts/later/index.ts';
import type { Problem } from './problem.ts';

/**
 * Puts problem details into the language of the page as they arrive. German is loaded with the first of them: pages
 * that ask for nothing wrong do not wait for it.
 */
export const speaking: Middleware = {
  async onResponse({ response }) {
    const { headers, status } = response;
    if (!headers.get('content-type')?.startsWith('application/problem+json') || !isGerman())
      return undefined;
    const problem = (await response.clone().json()) as Problem;
    try {
      const [{ problemIn }, { inGerman }] = await Promise.all([
        loadPart(() => import('./problem-in.ts')),
        loadPart(() => import('../../openapi/texts/in-german.ts')),
      ]);
      return new Response(JSON.stringify(problemIn(inGerman, problem)), { headers, status });
    } catch {
      // Another version of the console is there meanwhile, or the network is away: English is better than nothing.
      return undefined;
    }
  },
};

function isGerman(): boolean {
  return /^de\b/.test(document.documentElement.lang);
}
