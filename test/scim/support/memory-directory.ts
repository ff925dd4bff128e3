import {
  type Attributes,
  type Change,
  type Directory,
  DirectoryError,
  type DirectoryRecord,
  foldCase,
  type GroupChange,
  groupType,
  type MemberChange,
  matches,
  type Page,
  presentRecord,
  type Reference,
  type Removal,
  type ResourceType,
  type Search,
  userType,
} from '../../../scim/index.ts';
import { comparePlaces, type Place, sortKey } from './compare.ts';

interface Stored {
  record: DirectoryRecord;
  memberIds: Set<string>;
}

/** A directory without a store: the protocol's own idea of one, with which every other has to agree. */
export class MemoryDirectory implements Directory {
  readonly #users = new Map<string, Stored>();
  readonly #groups = new Map<string, Stored>();
  readonly #now: () => Date;
  /** How often members were asked for: a request that does not show them must not. */
  membersRead = 0;
  /** Runs before each conditional write, to be somebody else who is faster. */
  beforeWrite: (() => Promise<void>) | null = null;

  constructor(now: () => Date) {
    this.#now = now;
  }

  readonly users: Directory['users'] = {
    find: async (id) => this.#users.get(id)?.record ?? null,
    search: async (search) => this.#search(userType, search),
    create: async (attributes) => {
      this.#demandFree(attributes, null);
      return this.#create(this.#users, attributes, []);
    },
    replace: async (id, revision, attributes) => {
      await this.beforeWrite?.();
      const stored = this.#users.get(id);
      if (!stored) return { outcome: 'missing' };
      if (stored.record.revision !== revision) return { outcome: 'changed' };
      this.#demandFree(attributes, id);
      return this.#write(stored, attributes);
    },
    remove: async (id, revision) => {
      const removal = this.#remove(this.#users, id, revision);
      if (removal.outcome === 'removed')
        for (const group of this.#groups.values()) group.memberIds.delete(id);
      return removal;
    },
    groupsOf: async (userIds) =>
      new Map(
        userIds.map((id) => [
          id,
          [...this.#groups.values()]
            .filter(({ memberIds }) => memberIds.has(id))
            .map(({ record }) => ({
              id: record.id,
              display: String(record.attributes.displayName),
            })),
        ]),
      ),
  };

  readonly groups: Directory['groups'] = {
    find: async (id) => this.#groups.get(id)?.record ?? null,
    search: async (search) => this.#search(groupType, search),
    create: async (attributes, memberIds) => {
      this.#demandKnown(memberIds);
      return this.#create(this.#groups, attributes, memberIds);
    },
    change: async (id, revision, { attributes, members }: GroupChange): Promise<Change> => {
      await this.beforeWrite?.();
      const stored = this.#groups.get(id);
      if (!stored) return { outcome: 'missing' };
      if (revision !== null && stored.record.revision !== revision) return { outcome: 'changed' };
      const changed = members && this.#changeMembers(stored, members);
      if (!attributes && !changed) return { outcome: 'written', record: stored.record };
      return this.#write(stored, attributes ?? stored.record.attributes);
    },
    remove: async (id, revision) => this.#remove(this.#groups, id, revision),
    membersOf: async (groupIds) => {
      this.membersRead += 1;
      return new Map(groupIds.map((id) => [id, this.#membersOf(id)]));
    },
  };

  #membersOf(groupId: string): Reference[] {
    return [...(this.#groups.get(groupId)?.memberIds ?? [])].map((id) => {
      const { displayName, userName } = this.#users.get(id)?.record.attributes ?? {};
      return { id, display: String(displayName ?? userName) };
    });
  }

  #create(
    into: Map<string, Stored>,
    attributes: Attributes,
    memberIds: readonly string[],
  ): DirectoryRecord {
    const now = this.#now();
    const id = `${into === this.#users ? 'u' : 'g'}-${crypto.randomUUID()}`;
    const record = { id, revision: 1, created: now, lastModified: now, attributes };
    into.set(id, { record, memberIds: new Set(memberIds) });
    return record;
  }

  #write(stored: Stored, attributes: Attributes): Change {
    const { record } = stored;
    stored.record = {
      ...record,
      attributes,
      revision: record.revision + 1,
      lastModified: this.#now(),
    };
    return { outcome: 'written', record: stored.record };
  }

  #remove(from: Map<string, Stored>, id: string, revision: number | null): Removal {
    const stored = from.get(id);
    if (!stored) return { outcome: 'missing' };
    if (revision !== null && stored.record.revision !== revision) return { outcome: 'changed' };
    from.delete(id);
    return { outcome: 'removed' };
  }

  #changeMembers({ memberIds }: Stored, change: MemberChange): boolean {
    const before = [...memberIds].toSorted().join();
    if ('replaceWith' in change) {
      this.#demandKnown(change.replaceWith);
      memberIds.clear();
      for (const id of change.replaceWith) memberIds.add(id);
    } else {
      this.#demandKnown(change.add);
      for (const id of change.remove) memberIds.delete(id);
      for (const id of change.add) memberIds.add(id);
    }
    return [...memberIds].toSorted().join() !== before;
  }

  #demandKnown(ids: readonly string[]): void {
    const unknown = ids.find((id) => !this.#users.has(id));
    if (unknown !== undefined)
      throw new DirectoryError('invalidValue', `There is no user ${unknown}.`);
  }

  #demandFree({ userName }: Attributes, except: string | null): void {
    const wanted = foldCase(String(userName));
    for (const { record } of this.#users.values())
      if (record.id !== except && foldCase(String(record.attributes.userName)) === wanted)
        throw new DirectoryError('uniqueness', `The userName ${userName} is taken.`);
  }

  #search(type: ResourceType, { filter, sort, window }: Search): Page {
    const stored = type === userType ? this.#users : this.#groups;
    const order = sort?.order ?? 'ascending';
    const all = [...stored.values()].map(({ record }, index) => {
      const resource = presentRecord(type, record, this.#related(type, record.id), '', '');
      const place: Place = [sort ? sortKey(sort, resource) : index, record.id];
      return { record, resource, place };
    });
    const found = (filter ? all.filter(({ resource }) => matches(filter, resource)) : all).toSorted(
      (a, b) => comparePlaces(order, a.place, b.place),
    );
    let start = 0;
    if (window.kind === 'index') start = window.startIndex - 1;
    else if (window.after !== null) {
      const after: Place = JSON.parse(window.after);
      const index = found.findIndex(({ place }) => comparePlaces(order, place, after) > 0);
      start = index < 0 ? found.length : index;
    }
    const page = found.slice(start, start + window.count);
    const isLast = start + window.count >= found.length;
    return {
      total: found.length,
      items: page.map(({ record }) => record),
      next: window.kind === 'index' || isLast ? null : JSON.stringify(page.at(-1)?.place),
    };
  }

  #related(type: ResourceType, id: string): Reference[] {
    if (type === groupType) return this.#membersOf(id);
    return [...this.#groups.values()]
      .filter(({ memberIds }) => memberIds.has(id))
      .map(({ record }) => ({ id: record.id, display: String(record.attributes.displayName) }));
  }
}
