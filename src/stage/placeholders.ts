/** Types of objects whose texts are what incidents are compared with: these decide. */
const compared: ReadonlySet<string> = new Set([
  'Guarantee',
  'Routing',
  'Silence',
  'SuppressionRule',
]);

const kinds: readonly (readonly [RegExp, (number: number) => string])[] = [
  [/^[^\s@]+@[^\s@]+\.[^\s@]+$/, (number) => `address-${number}@facts.invalid`],
  [/^\+[\d\s().-]{5,30}$/, (number) => `+999${String(number).padStart(8, '0')}`],
  [/^[a-z][a-z\d+.-]*:\/\/\S+$/i, (number) => `https://facts.invalid/${number}`],
];

/** Puts the same placeholder in place of the same address, number or link, and another one for another one. */
export class Placeholders {
  readonly #known = new Map<string, string>();

  /** A copy of what an object says, without those. */
  within(entityType: string, wire: object): Record<string, unknown> {
    if (compared.has(entityType)) return { ...wire };
    return this.#members({ ...wire, ...(hidden[entityType] ?? {}) });
  }

  #members(value: object): Record<string, unknown> {
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, this.#value(member)]),
    );
  }

  #value(value: unknown): unknown {
    if (typeof value === 'string') return this.#text(value);
    if (Array.isArray(value)) return value.map((item) => this.#value(item));
    return typeof value === 'object' && value !== null ? this.#members(value) : value;
  }

  #text(text: string): string {
    const [, placeholder] = kinds.find(([pattern]) => pattern.test(text)) ?? [];
    // An address that is none stays so.
    if (!placeholder || /\.invalid$/i.test(text)) return text;
    const known = this.#known.get(text) ?? placeholder(this.#known.size + 1);
    this.#known.set(text, known);
    return known;
  }
}

/** Members that may hold an address among other text, and that decide nothing. */
const hidden: Readonly<Record<string, Readonly<Record<string, null>>>> = {
  PersonCalendar: { text: null, title: null },
  User: { userName: null },
};
