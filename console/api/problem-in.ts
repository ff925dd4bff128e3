import { render, type SentenceParts, type Wording } from '../../openapi/texts/render.ts';
import type { Problem } from './problem.ts';

/** The problem in the language of the person. A sentence from a later version than this page stays as it came. */
export function problemIn(wording: Wording, problem: Problem): Problem {
  const textOf = (sentence: SentenceParts | undefined): string | null =>
    sentence ? render(sentence, wording) : null;
  const { titleSentence, detailSentence, errorSentences = {} } = problem;
  const errors = Object.entries(problem.errors ?? {}).map(([member, messages]) => {
    const said = errorSentences[member] ?? [];
    return [member, messages.map((message, at) => textOf(said[at]) ?? message)];
  });
  const detail = textOf(detailSentence) ?? problem.detail;
  return {
    ...problem,
    title: textOf(titleSentence) ?? problem.title,
    ...(detail === undefined ? {} : { detail }),
    ...(problem.errors ? { errors: Object.fromEntries(errors) } : {}),
  };
}
