import type { AttributeDefinition } from '../attributes.ts';
import type { MemberChange, Reference } from '../directory.ts';
import { badRequest } from '../errors.ts';
import type { Filter } from '../filters/filter.ts';
import { readMemberIds } from '../resources/members.ts';
import { isChosen } from './elements.ts';
import type { PatchPath } from './patch-path.ts';
import type { PatchOperation } from './read-patch.ts';

/**
 * The changes that a PATCH makes to the members of a group, as a difference: the members themselves, of which there may
 * be 50,000, are read only for filters that are about more than ids.
 */
export class MemberPlan {
  readonly #load: () => Promise<readonly Reference[]>;
  /** All members, once an operation has replaced them. */
  #all: Set<string> | null = null;
  readonly #add = new Set<string>();
  readonly #remove = new Set<string>();
  /** The result depends on who was a member when it was made. */
  hasRead = false;

  constructor(load: () => Promise<readonly Reference[]>) {
    this.#load = load;
  }

  async apply(op: PatchOperation['op'], at: PatchPath, value: unknown): Promise<void> {
    if (at.kind === 'extension') return;
    const { path, filter } = at;
    if (path.sub) throw immutable(path.attribute);
    if (filter !== null) {
      if (op !== 'remove') throw immutable(path.attribute);
      for (const id of idsIn(filter) ?? (await this.#matching(at))) this.#removeOne(id);
    } else if (op === 'remove' && (value === undefined || value === null)) this.#replace([]);
    else if (op === 'remove') for (const id of readMemberIds(value)) this.#removeOne(id);
    else if (op === 'add') for (const id of readMemberIds(value)) this.#addOne(id);
    else this.#replace(readMemberIds(value));
  }

  /** Null when members stay as they are. */
  change(): MemberChange | null {
    if (this.#all) return { replaceWith: [...this.#all] };
    if (this.#add.size === 0 && this.#remove.size === 0) return null;
    return { add: [...this.#add], remove: [...this.#remove] };
  }

  #addOne(id: string): void {
    this.#all?.add(id);
    this.#add.add(id);
    this.#remove.delete(id);
  }

  #removeOne(id: string): void {
    this.#all?.delete(id);
    this.#remove.add(id);
    this.#add.delete(id);
  }

  #replace(ids: readonly string[]): void {
    this.#all = new Set(ids);
    this.#add.clear();
    this.#remove.clear();
  }

  async #matching({ filter }: Extract<PatchPath, { kind: 'attribute' }>): Promise<string[]> {
    this.hasRead = true;
    const current = new Map((await this.#load()).map(({ id, display }) => [id, display]));
    const ids = this.#all ?? new Set([...current.keys(), ...this.#add]).difference(this.#remove);
    return [...ids].filter((id) => {
      const display = current.get(id);
      const element = { value: id, type: 'User', ...(display !== undefined && { display }) };
      return filter !== null && isChosen(element, filter);
    });
  }
}

/** The ids of `value eq "1" or value eq "2"`; null for any other filter. */
function idsIn(filter: Filter | boolean): string[] | null {
  if (typeof filter === 'boolean') return null;
  if (filter.kind === 'or') {
    const ids = filter.filters.map(idsIn);
    return ids.includes(null) ? null : ids.flatMap((some) => some ?? []);
  }
  const isId =
    filter.kind === 'compare' && filter.operator === 'eq' && filter.path.sub?.name === 'value';
  return isId ? [String(filter.value)] : null;
}

function immutable({ name }: AttributeDefinition) {
  return badRequest('mutability', `The elements of ${name} cannot change; add and remove them.`);
}
