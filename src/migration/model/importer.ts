import type { Json } from '../../mapping/index.ts';
import type { Results } from '../read/read-all.ts';
import type { Fields } from './fields.ts';
import type { Ledger } from './ledger.ts';
import type { Bodies, ImportedType } from './neutral.ts';

/** How the objects of a product become ours. Pure: a result depends on what was read, the answers and the day alone. */
export interface Importer {
  fields: Fields;
  /** Kinds whose ids are secrets: what stands for one in keys is made of it. */
  secretIds?: readonly string[];
  /** Reads what the ledger has and adds what it becomes. */
  bring(work: Work): void;
  /**
   * Who is on call by the documents of the product, worked out minute by minute and by nothing that the server uses:
   * what was brought is compared with it. `answer` is for products that do not tell the addresses of people.
   */
  rendered(work: Pick<Work, 'ledger' | 'since'>, answer?: Work['answer']): RenderedSchedule[];
  /** Who is on call by the product itself, where that was saved. */
  shown?(results: Results): ShownSchedule[];
  /** Whom escalations tell by the documents of the product. Left out: it has none. */
  interpreted?(work: Pick<Work, 'ledger'>, answer?: Work['answer']): InterpretedPolicy[];
  /** Recent events, if they were saved. Left out: its log does not tell what senders sent. */
  past?: PastEvents;
}

export interface PastEvents {
  /** Kinds that are of what came in, and not of what is set up. */
  kinds: readonly string[];
  in(results: Results): PastEvent[];
}

/** An event that somebody sent, and where it went there. */
export interface PastEvent {
  title: string;
  at: Date;
  /** The key under which the integration was added by which it came; null: the product does not say. */
  integration: string | null;
  /** As its sender sends it here; null: the product does not tell it. */
  body: Json | null;
  there: Destination;
}

/** Keys of what follows an alert. */
export interface Destination {
  /** Null: the product does not say. */
  policies: readonly string[] | null;
  teams: readonly string[] | null;
  /** Nobody was told. */
  isSilent: boolean;
}

/** Where an event goes by what was brought; null: its integration was not, or cannot be asked. */
export type RouteEvent = (event: PastEvent) => Destination | null;

export interface Work {
  ledger: Ledger;
  /** Objects that had ended by then are not brought, but counted. */
  since: Date;
  /** Adds an object under its key, such as `opsgenie:schedules:…`, by which others refer to it; answers the key. */
  add<Type extends ImportedType>(type: Type, key: string, body: Bodies[Type]): string;
  /** Whether something was added under the key. */
  has(key: string): boolean;
  /** The given answer, else the usual one. */
  answer(question: Question): string;
}

/**
 * A decision that only the importing organization can make; a run is a function of what was read and of the answers.
 */
export interface Question {
  /** Such as `severity:P1`: how it is called in the file of answers. */
  id: string;
  text: string;
  choices?: readonly string[];
  /** The answer if nobody is asked; null: there is no usual one, and the run needs an answer. */
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

/** Who is on call as the product itself works it out. */
export interface ShownSchedule {
  /** The key under which the schedule was added. */
  key: string;
  name: string;
  /** Without gaps between them. */
  stretches: readonly Stretch[];
}

/** Whom an escalation of the product tells by its documents, worked out by nothing that the server uses. */
export interface InterpretedPolicy {
  /** The key under which the policy was added. */
  key: string;
  name: string;
  /** In order of time, as far as the course of events goes. */
  tellings(course: Course): Telling[];
}

/** The course of an alert, in minutes since it came in. */
export interface Course {
  openedAt: Date;
  /** Steps that are due in that very minute are still told. */
  acknowledgedAfter: number | null;
  closedAfter: number | null;
  isAnybodyOnCall: boolean;
  /** How far it is looked ahead. */
  minutes: number;
}

export interface Telling {
  minute: number;
  whom: Whom;
}

/** `person` and an address in small letters; `schedule`, `team` or `policy`, a key, and what is picked of it. */
export type Whom =
  | { is: 'person'; address: string }
  | { is: 'schedule' | 'team'; key: string; pick: string }
  | { is: 'policy'; key: string }
  /** Incidents take turns. */
  | { is: 'oneOf'; all: readonly Whom[] };
