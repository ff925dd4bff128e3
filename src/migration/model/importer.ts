import type { Fields } from './fields.ts';
import type { Ledger } from './ledger.ts';
import type { Bodies, ImportedType } from './neutral.ts';

/** How the objects of a product become ours. Pure: a result depends on what was read, the answers and the day alone. */
export interface Importer {
  fields: Fields;
  /** Reads what the ledger has and adds what it becomes. */
  bring(work: Work): void;
  /**
   * Who is on call by the documents of the product, worked out minute by minute and by nothing that the server uses:
   * what was brought is compared with it.
   */
  rendered(work: Pick<Work, 'ledger' | 'since'>): RenderedSchedule[];
}

export interface Work {
  ledger: Ledger;
  /** What had ended by then is not brought, but counted. */
  since: Date;
  /** Adds an object under its key, such as `opsgenie:schedules:…`, by which others refer to it; answers the key. */
  add<Type extends ImportedType>(type: Type, key: string, body: Bodies[Type]): string;
  /** Whether something was added under the key. */
  has(key: string): boolean;
  /** What was answered, else what is usual. */
  answer(question: Question): string;
}

/** What only whoever comes can decide; a run is a function of what was read and of the answers. */
export interface Question {
  /** Such as `severity:P1`: how it is called in the file of answers. */
  id: string;
  text: string;
  choices?: readonly string[];
  /** What is taken where nobody is asked; null: there is nothing usual, and the run needs an answer. */
  usual: string | null;
}

export interface RenderedSchedule {
  /** The key under which the schedule was added. */
  key: string;
  name: string;
  timeZoneId: string;
  /** Without gaps between them, from the beginning to the end. */
  stretches(from: Date, until: Date): Stretch[];
}

export interface Stretch {
  from: Date;
  until: Date;
  /** E-mail addresses in small letters, sorted. */
  people: readonly string[];
}
