import { isSealed, type SecretBox } from '../kernel/index.ts';

export const mask = '********';

type Change = (text: string) => string;

export function sealSecrets<Wire>(wire: Wire, paths: readonly string[], box: SecretBox): Wire {
  return changeAt(wire, paths, (text) => box.seal(text));
}

export function openSecrets<Wire>(wire: Wire, paths: readonly string[], box: SecretBox): Wire {
  return changeAt(wire, paths, (text) => (isSealed(text) ? box.open(text) : text));
}

export function maskSecrets<Wire>(wire: Wire, paths: readonly string[]): Wire {
  return changeAt(wire, paths, () => mask);
}

/** A copy of `wire` with every text at or below one of `paths` changed; arrays on the way are walked. */
function changeAt<Wire>(wire: Wire, paths: readonly string[], change: Change): Wire {
  if (paths.length === 0) return wire;
  let result: unknown = wire;
  for (const path of paths) result = changePath(result, path.split('.'), change);
  return result as Wire;
}

function changePath(value: unknown, path: readonly string[], change: Change): unknown {
  if (value === null || value === undefined) return value;
  if (Array.isArray(value)) return value.map((item) => changePath(item, path, change));
  const [head, ...rest] = path;
  if (head === undefined) return changeTexts(value, change);
  if (typeof value !== 'object' || !Object.hasOwn(value, head)) return value;
  const object = value as Record<string, unknown>;
  return { ...object, [head]: changePath(object[head], rest, change) };
}

/** A secret may be an object as a whole, such as a map of request headers. */
function changeTexts(value: unknown, change: Change): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => changeTexts(item, change));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, changeTexts(member, change)]),
  );
}
