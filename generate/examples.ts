import {
  dereference,
  type Json,
  type OpenApiDocument,
  operationsOf,
  type RequestBody,
  type Response,
  type Schema,
} from './document.ts';

/** Which members an example may show: clients do not send `readOnly` ones, servers do not answer `writeOnly` ones. */
export type Direction = 'request' | 'response';

/**
 * Assembles an example from those written at the leaves, so that an object and every list of it show the same values.
 * Answers undefined where something has neither an example nor a value that is obvious from its schema.
 */
function exampleOf(
  document: OpenApiDocument,
  schema: Schema,
  direction: Direction,
): Json | undefined {
  const written = schema.example;
  const parts = (schema.allOf ?? []).map((part) => exampleOf(document, part, direction));
  if (schema.$ref !== undefined)
    return exampleOf(document, dereference(document, schema), direction);
  if (parts.length > 0) {
    const own = written ?? (schema.properties ? objectExample(document, schema, direction) : null);
    const all = own === null ? parts : [...parts, own];
    return all.every(isRecord) ? Object.assign({}, ...all) : (written ?? parts[0]);
  }
  if (written !== undefined) {
    if (!isRecord(written) || !schema.properties) return written;
    return visible(document, schema, written, direction);
  }
  if (schema.default !== undefined) return schema.default;
  if (schema.enum) return schema.enum[0];
  if (schema.type === 'object') return objectExample(document, schema, direction);
  if (schema.type === 'array' && schema.items) {
    const isTelling = dereference(document, schema.items).type === 'object';
    if (schema.nullable && !(isTelling && dereference(document, schema.items).example)) return null;
    const item = exampleOf(document, schema.items, direction);
    return item === undefined ? undefined : [item];
  }
  if (schema.nullable) return null;
  if (schema.type === 'boolean') return false;
  return undefined;
}

function objectExample(
  document: OpenApiDocument,
  schema: Schema,
  direction: Direction,
): Json | undefined {
  if (schema.nullable) return null;
  const result: Record<string, Json> = {};
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    if (isHidden(document, property, direction)) continue;
    const value = exampleOf(document, property, direction);
    if (value === undefined) return undefined;
    result[name] = value;
  }
  return result;
}

function visible(
  document: OpenApiDocument,
  schema: Schema,
  example: Record<string, Json>,
  direction: Direction,
): Json {
  return Object.fromEntries(
    Object.entries(example).filter(([name]) => {
      const property = schema.properties?.[name];
      return property === undefined || !isHidden(document, property, direction);
    }),
  );
}

function isHidden(document: OpenApiDocument, schema: Schema, direction: Direction): boolean {
  const target = dereference(document, schema);
  return direction === 'request' ? target.readOnly === true : target.writeOnly === true;
}

function isRecord(value: Json | undefined): value is Record<string, Json> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Writes an example next to every body of the document that has none, so that all readers show the same one. */
export function addExamples(document: OpenApiDocument): void {
  const responses: Response[] = Object.values(document.components.responses ?? {});
  const requests: RequestBody[] = Object.values(document.components.requestBodies ?? {});
  for (const { operation } of operationsOf(document)) {
    responses.push(...Object.values(operation.responses));
    if (operation.requestBody) requests.push(operation.requestBody);
  }
  for (const request of requests) {
    for (const media of Object.values(request.content ?? {})) fill(media, 'request');
  }
  for (const response of responses) {
    for (const media of Object.values(response.content ?? {})) fill(media, 'response');
  }

  function fill(media: { schema?: Schema; example?: Json }, direction: Direction): void {
    if (media.example !== undefined || !media.schema) return;
    const example = exampleOf(document, media.schema, direction);
    if (example !== undefined) media.example = example;
  }
}
