import { cut } from './report.ts';

/**
 * Text for the markup of each target, so that the title of an alert is never read as markup, as a mention of people, or
 * as a command. All of them take one line.
 */

/** Jira's wiki markup; two backslashes would be a line break there. */
export function jiraText(text: string): string {
  return text
    .replaceAll('\\', '&#92;')
    .replaceAll(/[{}[\]*_^~|!]/g, '\\$&')
    .replaceAll('@', '@\u200B');
}

/** Plain text, except that ServiceNow renders what stands between `[code]` tags as HTML. */
export function serviceNowText(text: string): string {
  return text.replaceAll(/\[(\/?)code\]/gi, '[ $1code ]');
}

/** The escaped text within a limit: the text is cut, not its escapes. */
export function escapedWithin(
  text: string,
  escaping: (text: string) => string,
  length: number,
): string {
  for (let kept = text; ; kept = cut(kept, Math.floor(kept.length * 0.8))) {
    const escaped = escaping(kept);
    if (escaped.length <= length || kept.length < 2) return cut(escaped, length);
  }
}
