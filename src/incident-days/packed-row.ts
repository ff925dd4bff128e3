import { type Severity, type Status, severities, statuses } from '../incidents/index.ts';
import { fromHeld } from './holdings.ts';
import type { Block, StoredFact } from './model.ts';
import type { Span } from './outages.ts';

/*
 * A store takes seconds to hand out a hundred thousand documents. So what reports and status pages count of each
 * incident is one row of a block, in JSON, which is read a hundred times as fast. Moments are milliseconds since the
 * incident was created, and since the day began for that.
 */

/**
 * 0 stands for what nearly all have: no acknowledgement, teams from the beginning, open once and with one severity
 * until resolved.
 */
export type Row = [
  id: string,
  createdAt: number,
  updatedAt: number,
  code: number,
  integration: number,
  teams: number,
  services: number,
  acknowledgedAt: 0 | number[],
  resolvedAt: number | null,
  since: 0 | number[],
  spans: 0 | [start: number, end: number | null, severity: number][],
  /** Present where it ended while it was held back. */
  isTransient?: 1,
];

/** The day and the lists that the numbers in a row refer to. */
export interface Dictionary {
  day: number;
  integrations: (string | null)[];
  teamSets: (readonly string[])[];
  serviceSets: (readonly string[])[];
}

export interface Rows extends Dictionary {
  rows: Row[];
}

/** Titles, and names of integrations as they were, in the order of the rows. */
export interface Words {
  titles: string[];
  names: (string | null)[];
}

export function rowsOf({ rows }: Pick<Block, 'rows'>): Rows {
  return JSON.parse(textOf(rows));
}

export function wordsOf({ words }: Pick<Block, 'words'>): Words {
  return JSON.parse(textOf(words));
}

/** The driver gives a Binary where mongoose gives a Buffer. */
function textOf(stored: Buffer | { buffer: Uint8Array }): string {
  return (Buffer.isBuffer(stored) ? stored : Buffer.from(stored.buffer)).toString();
}

const untimedBit = 1;
const excludedBit = 2;
const goneBit = 4;
const statusShift = 3;
const severityShift = 4;

/**
 * An incident as it was kept. Members are computed when they are asked for: a report of a week passes over most
 * incidents.
 */
export class KeptIncident {
  readonly #row: Row;
  readonly #words: Dictionary;

  constructor(row: Row, words: Dictionary) {
    this.#row = row;
    this.#words = words;
  }

  get id(): string {
    return this.#row[0];
  }
  /** Epoch milliseconds, as all moments. */
  get createdAt(): number {
    return this.#words.day + this.#row[1];
  }
  get updatedAt(): number {
    return this.createdAt + this.#row[2];
  }
  get severity(): Severity {
    return at(severities, this.#row[3] >> severityShift);
  }
  get status(): Status {
    return at(statuses, (this.#row[3] >> statusShift) & 1);
  }
  /** How long its end took says nothing about anybody. */
  get isUntimed(): boolean {
    return (this.#row[3] & untimedBit) > 0;
  }
  get isExcluded(): boolean {
    return (this.#row[3] & excludedBit) > 0;
  }
  /** Somebody was about to delete it. */
  get isGone(): boolean {
    return (this.#row[3] & goneBit) > 0;
  }
  get isTransient(): boolean {
    return this.#row[11] === 1;
  }
  get integrationId(): string | null {
    return this.#words.integrations[this.#row[4]] ?? null;
  }
  get teamIds(): readonly string[] {
    return this.#words.teamSets[this.#row[5]] ?? [];
  }
  get serviceIds(): readonly string[] {
    return this.#words.serviceSets[this.#row[6]] ?? [];
  }
  get acknowledgedAt(): readonly number[] {
    const [, , , , , , , acknowledged] = this.#row;
    return acknowledged === 0 ? [] : acknowledged.map((one) => this.createdAt + one);
  }
  get resolvedAt(): number | null {
    const resolved = this.#row[8];
    return resolved === null ? null : this.createdAt + resolved;
  }
  /** Since when the team has it; undefined where it does not. */
  since(teamId: string): number | undefined {
    const place = this.teamIds.indexOf(teamId);
    if (place < 0) return undefined;
    const since = this.#row[9];
    return this.createdAt + (since === 0 ? 0 : (since[place] ?? 0));
  }
  get spans(): Span[] {
    const spans = this.#row[10];
    const { createdAt } = this;
    if (spans === 0)
      return [
        {
          start: createdAt,
          end: this.resolvedAt ?? Number.POSITIVE_INFINITY,
          severity: this.severity,
        },
      ];
    return spans.map(([start, end, severity]) => ({
      start: createdAt + start,
      end: end === null ? Number.POSITIVE_INFINITY : createdAt + end,
      severity: at(severities, severity),
    }));
  }
}

/** Makes rows of facts; what they have numbers for comes into `words`. */
export class RowMaker {
  readonly words: Dictionary;
  readonly #integrations: Numbers<string | null>;
  readonly #teamSets: Numbers<readonly string[]>;
  readonly #serviceSets: Numbers<readonly string[]>;

  constructor(words: Dictionary) {
    this.words = words;
    this.#integrations = new Numbers(words.integrations, (id) => id ?? '');
    this.#teamSets = new Numbers(words.teamSets, (ids) => ids.join(' '));
    this.#serviceSets = new Numbers(words.serviceSets, (ids) => ids.join(' '));
  }

  of(fact: StoredFact): Row {
    const { words } = this;
    const createdAt = fact.createdAt.getTime();
    const since = (moment: Date) => moment.getTime() - createdAt;
    const holdings = fact.held.map(fromHeld);
    const acknowledged = fact.acknowledgedAt.map(since);
    const held = holdings.map((holding) => since(holding.since));
    const row: Row = [
      fact._id,
      createdAt - words.day,
      since(fact.updatedAt),
      codeOf(fact),
      this.#integrations.of(fact.integrationId),
      this.#teamSets.of(holdings.map(({ teamId }) => teamId)),
      this.#serviceSets.of(fact.serviceIds ?? []),
      acknowledged.length === 0 ? 0 : acknowledged,
      fact.resolvedAt ? since(fact.resolvedAt) : null,
      held.every((one) => one === 0) ? 0 : held,
      spansOf(fact),
    ];
    if (fact.isTransient) row.push(1);
    return row;
  }
}

/** The place of each among those that are known; a new one comes last. */
class Numbers<Known> {
  readonly #known: Known[];
  readonly #keyOf: (one: Known) => string;
  readonly #places: Map<string, number>;

  constructor(known: Known[], keyOf: (one: Known) => string) {
    this.#known = known;
    this.#keyOf = keyOf;
    this.#places = new Map(known.map((one, place) => [keyOf(one), place]));
  }

  of(one: Known): number {
    const key = this.#keyOf(one);
    const place = this.#places.get(key) ?? this.#known.push(one) - 1;
    this.#places.set(key, place);
    return place;
  }
}

export const emptyDictionary = (day: number): Dictionary => ({
  day,
  integrations: [],
  teamSets: [],
  serviceSets: [],
});

export function isOpenRow([, , , code]: Row): boolean {
  return statuses[(code >> statusShift) & 1] === 'Open';
}

function codeOf({ severity, status, isUntimed, isExcluded, goneAt }: StoredFact): number {
  return (
    (severities.indexOf(severity) << severityShift) |
    (statuses.indexOf(status) << statusShift) |
    (isUntimed ? untimedBit : 0) |
    (isExcluded ? excludedBit : 0) |
    (goneAt ? goneBit : 0)
  );
}

function spansOf({ spans, severity, createdAt, resolvedAt }: StoredFact): Row[10] {
  const [first] = spans;
  const start = createdAt.getTime();
  if (
    spans.length === 1 &&
    first?.start === start &&
    first.end === (resolvedAt?.getTime() ?? null) &&
    first.severity === severity
  )
    return 0;
  return spans.map((span) => [
    span.start - start,
    span.end === null ? null : span.end - start,
    severities.indexOf(span.severity),
  ]);
}

function at<Name>(names: readonly Name[], place: number): Name {
  const name = names[place];
  if (name === undefined) throw new RangeError('A block has a row of no known severity or status.');
  return name;
}
