import type { Atom, Expression, Order, Path } from './expression.ts';

/** Null: no expression of the language as it is documented. */
export function parseCondition(text: string): Expression | null {
  const reader = new Reader(text);
  try {
    const expression = either(reader);
    return reader.isAtEnd() ? expression : null;
  } catch (error) {
    if (error instanceof NotAsDocumented) return null;
    throw error;
  }
}

/** A path alone, such as that of a variable. */
export function parsePath(text: string): Path | null {
  const reader = new Reader(text);
  const path = pathIn(reader);
  return path !== null && reader.isAtEnd() ? path : null;
}

class NotAsDocumented extends Error {}

/** Takes one piece after the other; blanks between them do not matter. */
class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  isAtEnd(): boolean {
    return this.#text.slice(this.#at).trim() === '';
  }

  /** Reads the match of the pattern at this place. The pattern has to be sticky. */
  take(pattern: RegExp): RegExpExecArray | null {
    const blanks = /\s*/y;
    blanks.lastIndex = this.#at;
    blanks.exec(this.#text);
    pattern.lastIndex = blanks.lastIndex;
    const found = pattern.exec(this.#text);
    if (found) this.#at = pattern.lastIndex;
    return found;
  }

  demand(pattern: RegExp): RegExpExecArray {
    const found = this.take(pattern);
    if (!found) throw new NotAsDocumented();
    return found;
  }
}

// In order of precedence: `not` binds more closely than `and`, which binds more closely than `or`.

function either(reader: Reader): Expression {
  const parts = [both(reader)];
  while (reader.take(/or\b/y)) parts.push(both(reader));
  const [only] = parts;
  return only && parts.length === 1 ? only : { is: 'or', parts };
}

function both(reader: Reader): Expression {
  const parts = [negated(reader)];
  while (reader.take(/and\b/y)) parts.push(negated(reader));
  const [only] = parts;
  return only && parts.length === 1 ? only : { is: 'and', parts };
}

function negated(reader: Reader): Expression {
  if (reader.take(/not\b/y)) return { is: 'not', of: negated(reader) };
  if (reader.take(/\(/y)) {
    const inside = either(reader);
    reader.demand(/\)/y);
    return inside;
  }
  const constant = reader.take(/(?:true|false)\b/y);
  if (constant) return { is: 'constant', value: constant[0] === 'true' };
  if (reader.take(/now\b/y)) return ofNow(reader);
  if (reader.take(/(?:resetting_)?trigger_count\b/y)) return ofCount(reader);
  return ofPath(reader);
}

const clock = /\d\d:\d\d:\d\d/y;
const zoneName = /[A-Za-z_]+(?:\/[\w+-]+)*/y;

function ofNow(reader: Reader): Atom {
  if (!reader.take(/in\b/y)) {
    const operator = orderIn(reader);
    const [day] = reader.demand(/\d{4}-\d\d-\d\d/y);
    const [time] = reader.demand(clock);
    const [zone] = reader.demand(zoneName);
    return { is: 'moment', operator, at: `${day}T${time}`, zone };
  }
  const [days] = reader.demand(
    /(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)(?:,(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun))*/y,
  );
  const [from] = reader.demand(clock);
  reader.demand(/to\b/y);
  const [until] = reader.demand(clock);
  const [zone] = reader.demand(zoneName);
  return { is: 'hours', hours: { days: days.split(','), from, until, zone } };
}

const secondsOf = { second: 1, minute: 60, hour: 3600, day: 86_400 };

function ofCount(reader: Reader): Atom {
  reader.demand(/over\b/y);
  let seconds = 0;
  for (;;) {
    const unit = reader.take(/(\d+)\s+(second|minute|hour|day)s?\b/y);
    if (!unit) break;
    seconds += Number(unit[1]) * (secondsOf[unit[2] as keyof typeof secondsOf] ?? 0);
  }
  if (seconds === 0) throw new NotAsDocumented();
  const operator = orderIn(reader);
  return { is: 'count', seconds, operator, count: Number(reader.demand(/\d+\b/y)[0]) };
}

function ofPath(reader: Reader): Expression {
  const path = pathIn(reader);
  if (path === null) throw new NotAsDocumented();
  if (reader.take(/exists\b/y)) return { is: 'exists', path };
  if (reader.take(/does\s+not\s+exist\b/y)) return { is: 'not', of: { is: 'exists', path } };
  const isNot = reader.take(/does\s+not\s+match\b/y) !== null;
  if (isNot || reader.take(/matches\b/y)) {
    const [kind] = reader.take(/part\b|regex\b/y) ?? [];
    const exactly = reader.take(/exactly\b/y) !== null;
    const how = kind === 'part' || kind === 'regex' ? kind : 'whole';
    const value = textIn(reader) ?? (how === 'regex' ? null : (numberIn(reader) ?? null));
    if (value === null) throw new NotAsDocumented();
    const matches: Atom = { is: 'matches', path, how, value: String(value), exactly };
    return isNot ? { is: 'not', of: matches } : matches;
  }
  if (reader.take(/==/y)) return { is: 'equals', path, value: valueIn(reader) };
  const operator = orderIn(reader);
  const value = numberIn(reader);
  if (value === null) throw new NotAsDocumented();
  return { is: 'compares', path, operator, value };
}

function valueIn(reader: Reader): string | number | boolean | null {
  const word = reader.take(/(?:true|false|nil)\b/y)?.[0];
  if (word !== undefined) return word === 'nil' ? null : word === 'true';
  const value = textIn(reader) ?? numberIn(reader);
  if (value === null) throw new NotAsDocumented();
  return value;
}

function orderIn(reader: Reader): Order {
  const [operator] = reader.demand(/[<>]=?/y);
  return operator === '>=' || operator === '<' || operator === '<=' ? operator : '>';
}

function textIn(reader: Reader): string | null {
  const found = reader.take(/'((?:[^'\\]|\\.)*)'/sy);
  return found ? unescaped(found[1] ?? '') : null;
}

function numberIn(reader: Reader): number | null {
  const found = reader.take(/-?\d+(?:\.\d+(?:e[+-]?\d+)?)?(?![\w.:])/y);
  return found ? Number(found[0]) : null;
}

/** A quote and a backslash can be escaped; before anything else, as in regular expressions, a backslash is one. */
function unescaped(text: string): string {
  return text.replaceAll(/\\(['\\])/g, '$1');
}

function pathIn(reader: Reader): Path | null {
  const first = reader.take(/[A-Za-z_]\w*/y);
  if (!first) return null;
  const path: (string | number)[] = [first[0]];
  for (;;) {
    const step = reader.take(/\.([A-Za-z_][\w-]*)|\[(\d+)\]|\['((?:[^'\\]|\\.)*)'\]/y);
    if (!step) return path;
    const [, name, index, quoted] = step;
    path.push(name ?? (index === undefined ? unescaped(quoted ?? '') : Number(index)));
  }
}
