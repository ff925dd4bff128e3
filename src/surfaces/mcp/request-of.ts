import { isObject } from '../../kernel/index.ts';
import type { ApiOperation } from '../public-api/index.ts';
import { bodySchemaOf, listLimit, parametersOf } from './tool-of-operation.ts';

export type Arguments = Readonly<Record<string, unknown>>;

/** A request for an operation, or what is wrong with the arguments. */
export type MadeRequest =
  | { method: string; path: string; body: Buffer | undefined }
  | { unknown: readonly string[]; missing: readonly string[]; known: readonly string[] };

/** Sorts the arguments of a tool into path, query and body. Values are judged by the API. */
export function requestOf(operation: ApiOperation, given: Arguments): MadeRequest {
  const parameters = parametersOf(operation);
  const schema = bodySchemaOf(operation);
  const members = Object.keys(isObject(schema?.properties) ? schema.properties : {});
  const known = [...parameters.map(({ name }) => name), ...members];
  const unknown = Object.keys(given).filter((name) => !known.includes(name));
  const missing = parameters
    .filter((one) => one.required && isAbsent(given[one.name]))
    .map(({ name }) => name);
  if (unknown.length > 0 || missing.length > 0) return { unknown, missing, known };
  const query = new URLSearchParams();
  let path = operation.path;
  for (const { name, in: place } of parameters) {
    const value = given[name] ?? (name === 'Limit' ? listLimit : undefined);
    if (isAbsent(value)) continue;
    if (place === 'path') path = path.replace(`{${name}}`, encodeURIComponent(textOf(value)));
    else if (place === 'query') for (const one of [value].flat()) query.append(name, textOf(one));
  }
  const body = Object.fromEntries(
    members.filter((name) => name in given).map((name) => [name, given[name]]),
  );
  return {
    method: operation.method.toUpperCase(),
    path: query.size > 0 ? `${path}?${query}` : path,
    body: schema ? Buffer.from(JSON.stringify(body)) : undefined,
  };
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
