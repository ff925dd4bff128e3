import { isObject } from '../../kernel/index.ts';
import { asText } from './as-text.ts';
import { cleanText, cutText } from './clean-text.ts';
import { fenced } from './fenced.ts';
import { safeAnswer } from './safe-answer.ts';

export interface ToolResult {
  [member: string]: unknown;
  content: { type: 'text'; text: string }[];
  structuredContent?: { [member: string]: unknown };
  isError?: true;
}

/** The text of an answer is no longer; its structured form has all of it. */
const textMax = 60_000;

/** An answer of the API by its schema, cleaned, as data and as text. */
export function answerResult(tool: string, body: unknown, schema: unknown): ToolResult {
  const { value, cut } = safeAnswer(body, schema);
  return dataResult(tool, isObject(value) ? value : { value }, { cut });
}

/** An answer whose texts are safe already. */
export function dataResult(
  tool: string,
  value: { [member: string]: unknown },
  { cut = false, opening = `Answer of ${tool}.` } = {},
): ToolResult {
  const shown = cut ? { ...value, cut: true } : value;
  const whole = cutText(asText(shown), textMax);
  const text = fenced({
    before: opening,
    inside: whole.cut ? `${whole.text}\n(cut here)` : whole.text,
  });
  return { content: [{ type: 'text', text }], structuredContent: shown };
}

/** The API's refusal of a request. Its words may name things that somebody else named. */
export function problemResult(tool: string, status: number, problem: unknown): ToolResult {
  const { code = 'unknown', detail = '', errors } = isObject(problem) ? problem : {};
  const said = {
    detail: cleanText(String(detail)),
    ...(isObject(errors) && { errors: safeAnswer(errors, {}).value }),
  };
  const text = fenced({
    before: `${tool} was refused with status ${status}, ${String(code)}.`,
    inside: asText(said),
  });
  return { content: [{ type: 'text', text }], isError: true };
}

/** A mistake in a call, in words of ours only. */
export function mistakeResult(text: string): ToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}

export const unknownOperation =
  'There is no such operation for this key. Ask find_operation for its id.';

/** The names that a client made up are not repeated: they may be somebody's words. */
export function wrongArguments({
  unknown,
  missing,
  known,
}: {
  unknown: readonly string[];
  missing: readonly string[];
  known: readonly string[];
}): string {
  const needed =
    missing.length > 0 ? `Missing: ${missing.map((name) => `/${name}`).join(', ')}. ` : '';
  const surplus = unknown.length > 0 ? `Arguments that it does not have: ${unknown.length}. ` : '';
  return `${needed}${surplus}It takes: ${known.join(', ') || 'no arguments'}.`;
}
