import { readFileSync } from 'node:fs';
import { html, joined } from '../../../kernel/index.ts';
import type { Bundle } from './bundle.ts';

const home = new URL('../../../../console/', import.meta.url);
/** The first answers of the Public API that pages need, by the path of their route. */
const firstAnswers = JSON.parse(
  readFileSync(new URL('first-answers.json', home), 'utf8'),
) as Record<string, string[]>;

/**
 * The links in the document of an address, so that all of it comes side by side: the program, the scripts of the page,
 * and the answers for which they would ask first.
 */
export function linksOf({ script, style, pages }: Bundle, address: string, nonce: string): string {
  const [path = '', search] = address.split('?');
  const [route = '', scripts = []] = pages.find(([one]) => isOf(one, path)) ?? [];
  // With filters a page asks for something else.
  const answers = search === undefined ? answersOf(route, path) : [];
  return joined([
    // First, as what is fetched first needs no new connection.
    html`<script type="module" src="/assets/${script}" nonce="${nonce}"></script>`,
    html`<link rel="stylesheet" href="/assets/${style}">`,
    ...scripts.map((name) => html`<link rel="modulepreload" href="/assets/${name}">`),
    ...['console/v1/me', ...answers].map(
      (answer) => html`<link rel="preload" as="fetch" href="/api/${answer}" crossorigin>`,
    ),
  ]).markup;
}

function isOf(route: string, path: string): boolean {
  const segments = path.split('/');
  const wanted = route.split('/');
  return (
    segments.length === wanted.length &&
    wanted.every((one, index) => one.startsWith('$') || one === segments[index])
  );
}

function answersOf(route: string, path: string): string[] {
  const id = path.split('/')[route.split('/').findIndex((one) => one.startsWith('$'))] ?? '';
  return (firstAnswers[route] ?? [])
    .filter((answer) => !answer.includes('$') || /^[\w-]+$/.test(id))
    .map((answer) => `public/v1/${answer.replace(/\$\w+/, id)}`);
}
