/** A command that somebody wrote; `rest` is the rest of a line in which a name stands first. */
export type Command =
  | { kind: 'help' }
  | { kind: 'onCall'; rest: string }
  | { kind: 'incidents'; rest: string }
  | { kind: 'change'; action: 'acknowledge' | 'resolve'; reference: string }
  | { kind: 'page'; rest: string }
  | { kind: 'override'; rest: string };

/** The command in a line; null where it does not begin with one of the words. Pure. */
export function readCommand(text: string): Command | null {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const [word = '', ...others] = line.split(' ');
  const rest = others.join(' ');
  switch (word.toLowerCase()) {
    case '':
    case 'help':
      return { kind: 'help' };
    case 'oncall':
    case 'on-call':
      return { kind: 'onCall', rest };
    case 'incidents':
      return { kind: 'incidents', rest };
    case 'ack':
    case 'acknowledge':
      return { kind: 'change', action: 'acknowledge', reference: rest };
    case 'resolve':
      return { kind: 'change', action: 'resolve', reference: rest };
    case 'page':
      return { kind: 'page', rest };
    case 'override':
      return { kind: 'override', rest };
    default:
      return null;
  }
}

/**
 * The item whose name a line begins with, and what stands behind the name: the longest, whatever the letter case, also
 * in quotation marks. Null where there is none. Pure.
 */
export function namedFirst<Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
  line: string,
): { item: Item; rest: string } | null {
  const quoted = /^["“”„]([^"“”„]*)["“”]\s*(.*)$/.exec(line);
  const matches = items.flatMap((item) => {
    const name = plain(nameOf(item));
    if (name === '') return [];
    if (quoted)
      return plain(quoted[1] ?? '') === name ? [{ item, name, rest: quoted[2] ?? '' }] : [];
    const words = line.split(' ');
    const count = name.split(' ').length;
    return plain(words.slice(0, count).join(' ')) === name
      ? [{ item, name, rest: words.slice(count).join(' ') }]
      : [];
  });
  const [longest, next] = matches.toSorted((a, b) => b.name.length - a.name.length);
  // Two with one name: nobody can say which is meant.
  if (!longest || next?.name === longest.name) return null;
  return { item: longest.item, rest: longest.rest.trim() };
}

function plain(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().toLowerCase();
}

export interface OverrideWish {
  minutes: number;
  tier: number;
  /** In the place of whom; null where there is only one. */
  from: string | null;
}

const minutesOf = { m: 1, h: 60, d: 1440 } as const;
const longestMinutes = 31 * 1440;

/** For how long, in which tier and from whom: `2h30m tier 2 from Ada`. Null for any other text. Pure. */
export function readOverride(text: string): OverrideWish | null {
  const [, time = '', tier = '1', from = ''] =
    /^(?:for )?((?:\d{1,4}[mhd])+)(?: tier (\d{1,3}))?(?: from (.+))?$/i.exec(text) ?? [];
  const minutes = [...time.matchAll(/(\d+)([mhd])/gi)].reduce(
    // as: the expression takes no other letter.
    (sum, [, count, unit]) =>
      sum + Number(count) * minutesOf[unit?.toLowerCase() as keyof typeof minutesOf],
    0,
  );
  if (minutes < 1 || minutes > longestMinutes || Number(tier) < 1) return null;
  return { minutes, tier: Number(tier), from: from.trim() || null };
}
