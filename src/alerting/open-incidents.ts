import {
  holdsOthers,
  type IncidentDocument,
  type OpenIncident,
  openIncidents,
} from '../incidents/index.ts';
import type { World } from '../kernel/index.ts';
import type { Find, Waits } from './waits.ts';

interface Known {
  id: string;
  version: number;
  openedAt: number;
  marks: readonly string[];
  waitsFor: string | undefined;
  isShadow: boolean;
}

interface Waiting extends Pick<Known, 'id' | 'openedAt'> {
  /** For which it waits already. */
  current: string | undefined;
}

/** The open incidents of an organization for which others may wait, by what they are found by. */
export class WaitingList {
  readonly #known = new Map<string, Known>();
  readonly #marked = new Map<string, Set<string>>();

  /** The incident as it is now; what is not open any more, or holds nobody back, leaves the list. */
  put(incident: OpenIncident, marks: readonly string[]): void {
    const { _id: id, version, createdAt, hold } = incident;
    const before = this.#known.get(id);
    if (before && before.version > version) return;
    this.remove(id);
    if (!holdsOthers(incident) || marks.length === 0) return;
    const { incidentId, endedAt } = hold?.because ?? {};
    const waitsFor = endedAt ? undefined : incidentId;
    const isShadow = incident.isShadow === true;
    this.#known.set(id, { id, version, openedAt: createdAt.getTime(), marks, waitsFor, isShadow });
    for (const mark of marks) {
      const ids = this.#marked.get(mark) ?? new Set();
      this.#marked.set(mark, ids.add(id));
    }
  }

  remove(id: string): void {
    for (const mark of this.#known.get(id)?.marks ?? []) {
      const ids = this.#marked.get(mark);
      ids?.delete(id);
      if (ids?.size === 0) this.#marked.delete(mark);
    }
    this.#known.delete(id);
  }

  /**
   * The incident for which this one may wait, by one of the marks: that for which it waits already, or the oldest. It
   * begins to wait for none that waits for it in turn, through others or directly. Where two processes let a circle
   * begin at once, the oldest of it waits no longer: it is told of, so no circle is silent. One in shadow, of which
   * nobody is told, holds back only its like.
   */
  findFor({ _id: id, createdAt, hold, isShadow }: IncidentDocument): Find {
    const current = hold?.because?.endedAt ? undefined : hold?.because?.incidentId;
    const own = { id, openedAt: createdAt.getTime(), current };
    return (marks) => {
      let found: { known: Known; mark: string } | null = null;
      for (const mark of marks)
        for (const one of this.#marked.get(mark) ?? []) {
          const known = this.#known.get(one);
          if (!known || one === id || (known.isShadow && !isShadow)) continue;
          if (!this.#mayWait(own, known)) continue;
          if (one === current) return { incidentId: one, mark };
          if (!found || isOlder(known, found.known)) found = { known, mark };
        }
      return found && { incidentId: found.known.id, mark: found.mark };
    };
  }

  has(id: string): boolean {
    return this.#known.has(id);
  }

  #mayWait(own: Waiting, first: Known): boolean {
    const passed = new Set<string>();
    let isOldest = true;
    for (let next: Known | undefined = first; next; next = this.#known.get(next.waitsFor ?? '')) {
      if (next.id === own.id) return first.id === own.current && !isOldest;
      // A circle of others: one of them will be told of.
      if (passed.has(next.id)) return true;
      passed.add(next.id);
      isOldest &&= isOlder(own, next);
    }
    return true;
  }
}

function isOlder(
  one: Pick<Known, 'id' | 'openedAt'>,
  other: Pick<Known, 'id' | 'openedAt'>,
): boolean {
  return one.openedAt < other.openedAt || (one.openedAt === other.openedAt && one.id < other.id);
}

/** With more open incidents than this, none is held back because of another one. */
export const openIncidentsMax = 20_000;

interface Book {
  readAt: number;
  waits: Waits;
  /** Null: there are too many. */
  list: WaitingList | null;
}

/** This process notes its own changes at once; it reads the changes of others after this time, or to be sure. */
export const sharedMilliseconds = 2000;
const ownMilliseconds = 60_000;

/** The lists of organizations in which incidents may wait for each other, as far as they were asked for. */
export class OpenIncidents {
  readonly #world: World;
  readonly #books = new Map<string, Book>();

  constructor(world: World) {
    this.#world = world;
  }

  /** Null where there are too many open incidents: then none waits for another one. */
  async listOf(
    organizationId: string,
    waits: Waits,
    isExclusive: boolean,
  ): Promise<WaitingList | null> {
    const book = this.#books.get(organizationId);
    const age = performance.now() - (book?.readAt ?? 0);
    // Very many take long to be read.
    const isFresh =
      age <= (isExclusive || book?.list === null ? ownMilliseconds : sharedMilliseconds);
    if (book && isFresh && book.waits.key === waits.key) {
      book.waits = waits;
      return book.list;
    }
    const readAt = performance.now();
    const found = await openIncidents(this.#world, organizationId, openIncidentsMax + 1);
    const list = found.length > openIncidentsMax ? null : new WaitingList();
    if (list) for (const one of found) list.put(one, waits.marksOf(one));
    this.#books.set(organizationId, { readAt, waits, list });
    return list;
  }

  /** The incidents as this process has just read or changed them. */
  note(incidents: readonly IncidentDocument[]): void {
    for (const incident of incidents) {
      const { list, waits } = this.#books.get(incident.organizationId) ?? {};
      list?.put(incident, waits?.marksOf(incident) ?? []);
    }
  }

  noteGone({ organizationId, _id }: IncidentDocument): void {
    this.#books.get(organizationId)?.list?.remove(_id);
  }

  /** In how many organizations there are too many. */
  tooMany(): number {
    return [...this.#books.values()].filter(({ list }) => list === null).length;
  }
}
