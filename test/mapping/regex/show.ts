import {
  compileRegex,
  firstMatch,
  type Group,
  type Match,
} from '../../../src/mapping/regex/index.ts';

/** One group as `name=value`, with every capture if there are several, `-` if it took no part. */
function showGroup({ name, success, value, captures }: Group): string {
  if (!success) return `${name}-`;
  return captures.length === 1
    ? `${name}=${value}`
    : `${name}=[${captures.map((capture) => capture.value).join('|')}]`;
}

export const showMatch = (match: Match): string =>
  [`${match.index}:${match.value}`, ...match.groups.slice(1).map(showGroup)].join(' ');

/** The first match as one line: `index:value`, then the groups by number; `no` if there is none. */
export function show(pattern: string, input: string, flags = ''): string {
  const match = firstMatch(compileRegex(pattern, { flags }), input, { steps: 1_000_000 });
  if (match === 'budget') return 'budget';
  return match ? showMatch(match) : 'no';
}
