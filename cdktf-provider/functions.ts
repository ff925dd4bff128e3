/** Provider functions: small texts that are tedious to write by hand and wrong in silence. */
import type { FunctionDefinition } from './runtime/provider.ts';
import { FunctionFailure } from './runtime/provider.ts';
import type { Value } from './runtime/value.ts';
import { isObject } from './runtime/value.ts';

const unitSeconds: Readonly<Record<string, number>> = {
  s: 1,
  m: 60,
  h: 3600,
  d: 86_400,
  w: 604_800,
};

const seconds: FunctionDefinition = {
  summary: 'A duration in seconds',
  description:
    'Turns text such as `1h30m` into seconds. Units: `w`, `d`, `h`, `m`, `s`, each once and in this order.',
  parameters: [
    { name: 'duration', type: 'string', description: 'Such as `90s`, `15m` or `1d12h`.' },
  ],
  returns: 'number',
  call: ([duration]) => durationSeconds(String(duration)),
};

const minutes: FunctionDefinition = {
  summary: 'A duration in minutes',
  description: 'As `seconds`, in whole minutes.',
  parameters: [{ name: 'duration', type: 'string', description: 'Such as `15m` or `1d12h`.' }],
  returns: 'number',
  call: ([duration]) => {
    const total = durationSeconds(String(duration));
    if (total % 60 !== 0)
      throw new FunctionFailure(`"${duration}" is not a whole number of minutes`, 0);
    return total / 60;
  },
};

const valueMap: FunctionDefinition = {
  summary: 'The text of a map step',
  description:
    'Writes a map as `A->1,B->2`, for the attribute `map` of a mapping step. A second argument is the value of everything else; without one, other values stay as they are.',
  parameters: [{ name: 'entries', type: { map: 'string' }, description: 'From value to value.' }],
  variadic: {
    name: 'otherwise',
    type: 'string',
    description: 'At most one: the value of everything else.',
  },
  returns: 'string',
  call: ([entries, ...otherwise]) => {
    if (otherwise.length > 1)
      throw new FunctionFailure('there is only one value of everything else', 2);
    const pairs = isObject(entries ?? null) ? Object.entries(entries as Record<string, Value>) : [];
    const texts = pairs.map(([from, to]) => {
      if (from === '')
        throw new FunctionFailure(
          'an empty key would mean everything else: name that as the second argument',
          0,
        );
      if (to === null) throw new FunctionFailure(`"${from}" has no value`, 0);
      return entryText(from, String(to), 0);
    });
    return [...texts, ...otherwise.map((to) => entryText('', String(to), 1))].join(',');
  },
};

export const functions: Readonly<Record<string, FunctionDefinition>> = {
  seconds,
  minutes,
  value_map: valueMap,
};

function durationSeconds(text: string): number {
  const match = /^(?:\d+w)?(?:\d+d)?(?:\d+h)?(?:\d+m)?(?:\d+s)?$/.exec(text);
  if (match === null || text === '') {
    throw new FunctionFailure(`"${text}" is not a duration such as 90s, 15m or 1d12h`, 0);
  }
  return [...text.matchAll(/(\d+)([wdhms])/g)].reduce(
    (total, [, count, unit]) => total + Number(count) * (unitSeconds[unit ?? ''] ?? 0),
    0,
  );
}

/** The text form has no escapes: reject what it cannot express instead of writing it wrongly. */
function entryText(from: string, to: string, argument: number): string {
  const impossible = [from, to].find((text) => /,|->|^\s|\s$/.test(text));
  if (impossible !== undefined) {
    throw new FunctionFailure(
      `a map step cannot hold a comma, an arrow or blanks at an end, as in "${impossible}"`,
      argument,
    );
  }
  return `${from}->${to}`;
}
