import { problems } from '../../openapi/texts/german/problems.ts';
import { germanWording } from '../../openapi/texts/german-wording.ts';
import { render, type Wording } from '../../openapi/texts/render.ts';
import type { components } from '../../openapi/types/public-v1.generated.ts';

export type Problem = components['schemas']['Problem'];

/**
 * Problem details of the server (RFC 9457), in the language of the page as far as they have codes; null for anything
 * else, such as a network that is away.
 */
export function problemOf(error: unknown): Problem | null {
  if (typeof error !== 'object' || error === null) return null;
  if (!('code' in error && 'title' in error && 'status' in error)) return null;
  const problem = error as Problem;
  return isGerman() ? inGerman(problem) : problem;
}

function isGerman(): boolean {
  // Tests that read no page have no document.
  const { document } = globalThis as { document?: { documentElement: { lang: string } } };
  return /^de\b/.test(document?.documentElement.lang ?? '');
}

const german: Wording = { ...germanWording, texts: { words: '{text}', ...problems } };

/** What has no code stays as it is. */
export function inGerman(problem: Problem): Problem {
  const { titleSentence, detailSentence, errorSentences = {} } = problem;
  const errors = Object.entries(problem.errors ?? {}).map(([member, messages]) => {
    const said = errorSentences[member];
    return [member, said ? said.map((one, at) => render(one, german) ?? messages[at]) : messages];
  });
  const detail = (detailSentence && render(detailSentence, german)) ?? problem.detail;
  return {
    ...problem,
    title: (titleSentence && render(titleSentence, german)) ?? problem.title,
    ...(detail === undefined ? {} : { detail }),
    ...(problem.errors ? { errors: Object.fromEntries(errors) } : {}),
  };
}

/** Messages by member for a form, as Mantine's `setErrors` takes them: `rules[0].name` becomes `rules.0.name`. */
export function fieldErrors(error: unknown): Record<string, string> {
  const errors = problemOf(error)?.errors ?? {};
  return Object.fromEntries(
    Object.entries(errors).map(([member, messages]) => [
      member.replaceAll(/\[(\d+)\]/g, '.$1'),
      messages.join(' '),
    ]),
  );
}

/** Refused because somebody else changed it meanwhile. */
export function isConflict(error: unknown): boolean {
  return problemOf(error)?.code === 'changed-meanwhile';
}
