import { isObject } from '../../kernel/index.ts';
import type { KindAnswer } from './read-all.ts';
import type { Attributes } from './state.ts';

/** How attributes are written where they differ from the API. */
export interface Shape {
  /** Blocks of which there is one at most, by the names of the provider: a list in a state, an object in the API. */
  single: readonly string[];
  nameOf?(name: string): string;
}

/**
 * Attributes as the API would have them, at all depths. Attributes that are not set are absent: a state has them as
 * empty texts or lists.
 */
export function shaped(attributes: Attributes, { single, nameOf = same }: Shape): Attributes {
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) {
      const items = value.map(visit).filter((item) => item !== undefined);
      return items.length === 0 ? undefined : items;
    }
    if (!isObject(value)) return value === null || value === '' ? undefined : value;
    const members = Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
      const isOnly = single.includes(name) && Array.isArray(member) && member.length <= 1;
      const shapedMember = visit(isOnly ? member[0] : member);
      return shapedMember === undefined ? [] : [[nameOf(name), shapedMember]];
    });
    return members.length === 0 ? undefined : Object.fromEntries(members);
  };
  const found = visit(attributes);
  return isObject(found) ? found : {};
}

function same(name: string): string {
  return name;
}

/** `send_after` is `sendAfter`. */
export function camelCased(name: string): string {
  return name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** Without these members. */
export function without(attributes: Attributes, ...names: readonly string[]): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => !names.includes(name)));
}

/** Members under other names; the others keep theirs, so that a report has them. */
export function renamed(
  attributes: Attributes,
  names: Readonly<Record<string, string>>,
): Attributes {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [names[name] ?? name, value]),
  );
}

/** Without members that are 0 or false, which a state has where nothing was set. */
export function withoutUnset(attributes: Attributes, ...names: readonly string[]): Attributes {
  return without(
    attributes,
    ...names.filter((name) => attributes[name] === 0 || attributes[name] === false),
  );
}

export function textIn(attributes: Attributes, name: string): string {
  const value = attributes[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

export function objectsAt(attributes: Attributes, name: string): Attributes[] {
  const value = attributes[name];
  return Array.isArray(value) ? value.filter(isObject) : [];
}

export function textsAt(attributes: Attributes, name: string): string[] {
  const value = attributes[name];
  return Array.isArray(value) ? value.map(String) : [];
}

/** A list of the account. */
export function answered(objects: readonly unknown[]): KindAnswer[] {
  return [{ of: [], objects }];
}

/** Objects that hang on others, by the ids of these. */
export function answeredOf(
  objects: Iterable<{ of: readonly string[]; object: unknown }>,
): KindAnswer[] {
  const byParent = Map.groupBy(objects, ({ of }) => of.join('\n'));
  return [...byParent.values()].map((own) => ({
    of: own[0]?.of ?? [],
    objects: own.map(({ object }) => object),
  }));
}

/** Each object by itself, as the API answers details. */
export function detailsOf(objects: readonly Attributes[]): KindAnswer[] {
  return answeredOf(objects.map((object) => ({ of: [textIn(object, 'id')], object })));
}
