/** The single values of a wrapped payload's body and query, and a payload with one of them changed. */
import type { Payload } from '../../src/catalogue/index.ts';
import type { Json } from '../../src/mapping/index.ts';

type Path = readonly (string | number)[];

const members = ['jsonBody', 'formBody', 'query'];

export function leafPaths(payload: Payload): Path[] {
  return members.flatMap((member) => below(payload[member], [member]));
}

function below(value: Json | undefined, path: Path): Path[] {
  if (typeof value !== 'object' || value === null) return value === undefined ? [] : [path];
  return Array.isArray(value)
    ? value.flatMap((item, index) => below(item, [...path, index]))
    : Object.entries(value).flatMap(([key, item]) => below(item, [...path, key]));
}

/** A copy with `value` at the path; undefined takes the member away. */
export function withLeaf(payload: Payload, path: Path, value: Json | undefined): Payload {
  const copy = structuredClone(payload);
  let parent: { [key: string | number]: Json } = copy;
  for (const key of path.slice(0, -1)) {
    // Where `leafPaths` went down there is an object or array.
    parent = parent[key] as { [key: string | number]: Json };
  }
  const last = path.at(-1) ?? '';
  if (value === undefined) delete parent[last];
  else parent[last] = value;
  return copy;
}
