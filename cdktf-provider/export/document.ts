import { fromAnswer, toBody } from '../rest/objects.ts';
import { isSecret, type WireShape, type WireShapes } from '../rest/resolved.ts';
import { fingerprint, isList, isObject, type Value, type ValueObject } from '../runtime/value.ts';
import type { ExportedType } from './read-organization.ts';

/** An organization as one JSON document: objects by type and id, as the Public API takes them. */
export interface OrganizationDocument {
  formatVersion: 1;
  resources: Record<string, Record<string, ValueObject>>;
}

/** Stands for a secret: the document never holds one, and a comparison leaves it out. */
const hiddenSecret = '(secret)';

export function toDocument(types: readonly ExportedType[]): OrganizationDocument {
  const resources: OrganizationDocument['resources'] = {};
  for (const { type, resource, objects } of types) {
    const { attributes } = resource;
    resources[type] = Object.fromEntries(
      objects.map((object) => {
        const values = withoutSecrets(
          attributes,
          fromAnswer(attributes, object),
          () => hiddenSecret,
        );
        return [String(object.id), toBody(attributes, values, values)];
      }),
    );
  }
  return { formatVersion: 1, resources };
}

/** The values with `standIn` in place of each secret. */
export function withoutSecrets(
  attributes: WireShapes,
  values: ValueObject,
  standIn: (attribute: WireShape, path: readonly string[]) => Value,
  path: readonly string[] = [],
): ValueObject {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, attribute]) => {
      const value = values[name] ?? null;
      const at = [...path, name];
      if (value === null) return [name, null];
      if (isSecret(attribute)) return [name, standIn(attribute, at)];
      const { nested } = attribute;
      if (!nested) return [name, value];
      const one = (item: Value, ...further: string[]): Value =>
        isObject(item)
          ? withoutSecrets(nested.attributes, item, standIn, [...at, ...further])
          : item;
      if (isList(value)) return [name, value.map((item, index) => one(item, String(index)))];
      return [name, one(value)];
    }),
  );
}

/** Reads a document; throws with what is wrong when the text is none. */
export function readDocumentText(text: string): OrganizationDocument {
  const parsed: unknown = JSON.parse(text);
  if (
    typeof parsed !== 'object' ||
    parsed === null ||
    !('formatVersion' in parsed) ||
    !('resources' in parsed)
  )
    throw new Error(
      'This is not a document of `tocsin export --json`: formatVersion or resources are missing.',
    );
  if (parsed.formatVersion !== 1)
    throw new Error(`This document has format version ${parsed.formatVersion}; only 1 is known.`);
  return parsed as OrganizationDocument;
}

export interface Difference {
  type: string;
  id: string;
  change: 'only in the document' | 'only on the server' | 'different';
  /** For what is different: paths of the members. */
  members: string[];
}

/** The differences between the document and the server. */
export function differencesOf(
  document: OrganizationDocument,
  server: OrganizationDocument,
): Difference[] {
  const types = new Set([...Object.keys(document.resources), ...Object.keys(server.resources)]);
  return [...types].flatMap((type) => {
    const wanted = document.resources[type] ?? {};
    const present = server.resources[type] ?? {};
    const ids = new Set([...Object.keys(wanted), ...Object.keys(present)]);
    return [...ids].flatMap((id): Difference[] => {
      const [one, other] = [wanted[id], present[id]];
      if (!other) return [{ type, id, change: 'only in the document', members: [] }];
      if (!one) return [{ type, id, change: 'only on the server', members: [] }];
      const members = differingMembers(one, other, '');
      return members.length === 0 ? [] : [{ type, id, change: 'different', members }];
    });
  });
}

function differingMembers(one: Value, other: Value, path: string): string[] {
  if (fingerprint(one) === fingerprint(other)) return [];
  if (isObject(one) && isObject(other)) {
    const names = new Set([...Object.keys(one), ...Object.keys(other)]);
    return [...names].flatMap((name) =>
      differingMembers(
        one[name] ?? null,
        other[name] ?? null,
        path === '' ? name : `${path}.${name}`,
      ),
    );
  }
  if (isList(one) && isList(other) && one.length === other.length)
    return one.flatMap((item, index) =>
      differingMembers(item, other[index] ?? null, `${path}[${index}]`),
    );
  return [path];
}
