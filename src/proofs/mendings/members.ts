import { isObject } from '../../kernel/index.ts';
import type { ResourceKind } from '../../resources/index.ts';
import { say } from '../../sentences/index.ts';
import { assignment, itemsOf, pathText } from '../../stage/index.ts';
import type { Candidate, Mending, MendingQuestion } from './candidate.ts';

/** The objects of a kind that decided about the incident. */
export function found<Wire, Internal>(
  { snapshot, objects }: Pick<MendingQuestion, 'snapshot' | 'objects'>,
  kind: ResourceKind<Wire, Internal>,
) {
  const ids = new Set(
    objects.filter((one) => one.entityType === kind.entityType).map(({ id }) => id),
  );
  return itemsOf(snapshot, kind).filter(({ id }) => ids.has(id));
}

export function fixed(mending: Mending): Candidate {
  return { minutesMax: 0, mending: () => mending };
}

interface Changed {
  entityType: string;
  id: string;
  wire: object;
  displayName: string;
}

/** Nothing where the member has that value already; null is none. */
export function withMember(of: Changed, path: string, value: unknown): Candidate[] {
  const present = memberAt(of.wire, path) ?? null;
  if (JSON.stringify(present) === JSON.stringify(value)) return [];
  return [fixed(mendingOfMember(of, path, value))];
}

export function withoutMembers(of: Changed, paths: readonly string[]): Candidate[] {
  return paths.flatMap((path) => withMember(of, path, null));
}

export function mendingOfMember(of: Changed, path: string, value: unknown): Mending {
  const { entityType, id, wire, displayName: name } = of;
  const attribute = pathText(path);
  const code = assignment(path, value);
  return {
    text:
      value === null
        ? say('mendWithout', { attribute, name })
        : say('mendSetting', { attribute, name, value: shortly(code.slice(attribute.length + 3)) }),
    change: { action: 'replace', entityType, id, wire: memberSet(wire, path.split('.'), value) },
    member: path,
    code,
  };
}

/** A value of several lines is shown in the code below it. */
function shortly(value: string): string {
  return value.includes('\n') ? '…' : value;
}

/** `rules[0].actions` of an object. */
function memberAt(wire: unknown, path: string): unknown {
  return path
    .split(/[.[\]]+/)
    .filter((part) => part !== '')
    .reduce<unknown>((value, part) => {
      if (Array.isArray(value)) return value[Number(part)];
      return isObject(value) ? value[part] : undefined;
    }, wire);
}

function memberSet(
  wire: object,
  [first = '', ...rest]: readonly string[],
  value: unknown,
): Record<string, unknown> {
  const [, name = first, place = null] = /^(.+)\[(\d+)\]$/.exec(first) ?? [];
  const members: Record<string, unknown> = { ...wire };
  const set = (present: unknown) =>
    rest.length === 0 ? value : memberSet(isObject(present) ? present : {}, rest, value);
  const present = members[name];
  members[name] =
    place === null || !Array.isArray(present)
      ? set(present)
      : present.map((item: unknown, index) => (index === Number(place) ? set(item) : item));
  return members;
}
