import type { AttributeChange, IncidentAttribute } from './model.ts';

/** All attributes of an incident: a document has 16 MB at most. */
const attributeBytesMax = 4 * 1024 * 1024;

/**
 * New values win, attributes that the payload does not mention stay: a resolving payload often lacks
 * half of them, and the person at 3 a.m. still needs them. Names are compared without regard to case.
 * Those that were not mentioned for longest go when it gets too many (names may be made by the tool).
 */
export function upsertAttributes(
  present: readonly IncidentAttribute[],
  incoming: readonly IncidentAttribute[],
): { attributes: IncidentAttribute[]; changes: AttributeChange[] } {
  const byName = new Map(present.map((attribute) => [attribute.name.toLowerCase(), attribute]));
  const changes: AttributeChange[] = [];
  for (const attribute of incoming) {
    const key = attribute.name.toLowerCase();
    const old = byName.get(key);
    if (old?.value !== attribute.value)
      changes.push({
        name: attribute.name,
        newValue: attribute.value,
        oldValue: old?.value ?? null,
      });
    byName.set(key, attribute);
  }
  return { attributes: bounded([...byName.values()], incoming), changes };
}

function bounded(
  attributes: IncidentAttribute[],
  needed: readonly IncidentAttribute[],
): IncidentAttribute[] {
  let bytes = bytesOfAttributes(attributes);
  if (bytes <= attributeBytesMax) return attributes;
  const staying = new Set(needed);
  return attributes.filter((attribute) => {
    if (bytes <= attributeBytesMax || staying.has(attribute)) return true;
    bytes -= bytesOfAttributes([attribute]);
    return false;
  });
}

export function bytesOfAttributes(attributes: readonly IncidentAttribute[]): number {
  let bytes = 0;
  for (const { name, value } of attributes) bytes += 100 + Buffer.byteLength(name + value);
  return bytes;
}

interface GivenAttribute {
  name: string;
  value?: string | null | undefined;
  isImage?: boolean | null | undefined;
  hideInPreviews?: boolean | null | undefined;
  isGroupingKey?: boolean;
}

/** The attribute as it is stored: without the flags that it does not have. */
export function toAttribute(given: GivenAttribute): IncidentAttribute {
  const { name, value, isImage, hideInPreviews, isGroupingKey } = given;
  const attribute: IncidentAttribute = { name, value: value ?? '' };
  if (isImage) attribute.isImage = true;
  if (hideInPreviews) attribute.hideInPreviews = true;
  if (isGroupingKey) attribute.isGroupingKey = true;
  return attribute;
}

export function sameName(a: IncidentAttribute, b: IncidentAttribute): boolean {
  return a.name.toLowerCase() === b.name.toLowerCase();
}
