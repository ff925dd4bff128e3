import { patterns } from '../../openapi/texts/english/patterns.ts';
import { type Sentence, say } from './sentence.ts';

/** The sentence that the document names beside the pattern of this schema: how a text must be. */
export function patternSentence(schema: object | undefined): Sentence | null {
  const code = schema && 'x-says' in schema ? schema['x-says'] : undefined;
  return isCode(code) ? say(code) : null;
}

function isCode(code: unknown): code is keyof typeof patterns {
  return typeof code === 'string' && Object.hasOwn(patterns, code);
}
