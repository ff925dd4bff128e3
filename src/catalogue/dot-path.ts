/** Reading and copy-on-write setting by dot paths such as `jsonBody.alerts`; own properties only. */
import { isJsonObject, type Json } from '../mapping/index.ts';

type JsonObject = { [key: string]: Json };

/** The value at `path`, or undefined. `.` is `value` itself. */
export function readPath(value: Json, path: string): Json | undefined {
  if (path === '.') return value;
  let current: Json | undefined = value;
  for (const key of path.split('.')) {
    if (!isJsonObject(current) || !Object.hasOwn(current, key)) return undefined;
    current = current[key];
  }
  return current;
}

/** A copy of `target` with `value` at `path`; members outside the path are shared, not copied. */
export function withPath(target: JsonObject, path: string, value: Json): JsonObject {
  const [key = '', ...rest] = path.split('.');
  if (rest.length === 0) return { ...target, [key]: value };
  const child = Object.hasOwn(target, key) ? target[key] : undefined;
  return { ...target, [key]: withPath(isJsonObject(child) ? child : {}, rest.join('.'), value) };
}
