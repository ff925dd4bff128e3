import { isSealed, type SecretBox } from '../kernel/index.ts';
import { refusal, say } from '../sentences/index.ts';

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

/**
 * `given` with the mask replaced by the secret that is there now: a client that may read only masked secrets writes
 * back what it read. Throws 400 for a mask where there is no secret to keep, so that the mask never becomes one.
 */
export function keepMasked<Wire>(
  given: Wire,
  current: Wire | undefined,
  paths: readonly string[],
): Wire {
  let result: unknown = given;
  for (const path of paths) result = keepAt(result, current, path.split('.'), path);
  return result as Wire;
}

function keepAt(given: unknown, current: unknown, path: readonly string[], field: string): unknown {
  if (given === mask) {
    if (typeof current === 'string') return current;
    throw refusal('validation-failed', say('maskSent', { field, mask }), { field });
  }
  if (given === null || typeof given !== 'object') return given;
  // Items keep their place, as those without an id of their own do elsewhere.
  if (Array.isArray(given))
    return given.map((item, index) =>
      keepAt(item, Array.isArray(current) ? current[index] : undefined, path, field),
    );
  const [head, ...rest] = path;
  const members = given as Record<string, unknown>;
  const before = (current ?? {}) as Record<string, unknown>;
  const names = head === undefined ? Object.keys(members) : [head];
  const kept = names
    .filter((name) => Object.hasOwn(members, name))
    .map((name) => [name, keepAt(members[name], before[name], rest, field)] as const);
  return { ...members, ...Object.fromEntries(kept) };
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
