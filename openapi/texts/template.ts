import type { Sentence } from './sentence.ts';

/** What a slot of a template may hold, by its kind; `{name}` is a text. */
export interface SlotKinds {
  /** Names, and what somebody wrote: shown as they are. */
  text: string;
  number: number;
  /** `60 seconds`. */
  seconds: number;
  /** An instant in a time zone, as of RFC 9557: `2026-03-07T18:00:00+01:00[Europe/Berlin]`. */
  moment: string;
  /** A word of the contract, such as `Critical`, for which each language has its own. */
  choice: string;
  /** `Critical and Warning`. */
  choices: readonly string[];
  /** `Critical or Warning`. */
  either: readonly string[];
  /** `mon, tue`. */
  choiceList: readonly string[];
  /** `Ada, Grace`. */
  list: readonly string[];
  /** `Ada or Grace`. */
  anyOf: readonly string[];
  person: NamedPerson;
  /** `Ada, Grace`. */
  people: readonly NamedPerson[];
  /** How many a list does not show: ` and 3 more`, or nothing. */
  more: number;
  /** A text of ours that is data, such as a step in `templates/`. */
  translated: Translated;
  sentence: Sentence;
  /** One after the other. */
  sentences: readonly Sentence[];
  /** `displayName: is required; labels: must be array`. */
  reasons: readonly Sentence[];
  /** `Assigned to Database; severity Critical`. */
  clauses: readonly Sentence[];
}

/**
 * Somebody whom a sentence names. Sentences are kept: once the person is deleted, the name is taken out by the id. What
 * names people and is kept has slots of this kind.
 */
export interface NamedPerson {
  /** Null where it is no user: the product itself, or a key. */
  readonly userId: string | null;
  /** Null once they are deleted. */
  readonly displayName: string | null;
}

/** A text with its wording in each language. */
export type Translated = Readonly<Record<'en' | 'de', string>>;

export type SlotKind = keyof SlotKinds;
export type SlotValue = SlotKinds[SlotKind];

/** The values that a template asks for: `Tier {tier:number} of {team}` → `{ tier: number; team: string }`. */
export type ValuesOf<Template extends string> = {
  readonly [Slot in SlotsOf<Template> as NameOf<Slot>]: SlotKinds[KindOf<Slot>];
};

type SlotsOf<Template extends string> = Template extends `${string}{${infer Slot}}${infer Rest}`
  ? Slot | SlotsOf<Rest>
  : never;
type NameOf<Slot extends string> = Slot extends `${infer Name}:${string}` ? Name : Slot;
type KindOf<Slot extends string> = Slot extends `${string}:${infer Kind}`
  ? Kind extends SlotKind
    ? Kind
    : never
  : 'text';

/** `{name}`, `{name:kind}`. */
const slots = /\{(\w+)(?::(\w+))?\}/g;

export interface Slot {
  name: string;
  kind: SlotKind;
}

/** The slots of a template, in order. */
export function slotsOf(template: string): Slot[] {
  return [...template.matchAll(slots)].map(([, name = '', kind]) => ({ name, kind: kindOf(kind) }));
}

/** The template with its slots filled in: `fill` gives the text of each. */
export function fillIn(template: string, fill: (slot: Slot) => string): string {
  return template.replaceAll(slots, (_, name: string, kind?: string) =>
    fill({ name, kind: kindOf(kind) }),
  );
}

/** The kind was checked by the compiler, where the template was used for its values. */
function kindOf(kind: string | undefined): SlotKind {
  return (kind ?? 'text') as SlotKind;
}
