import {
  type OpenApiDocument,
  type Operation,
  operationsOf,
  type Parameter,
  type PathItem,
  type Response,
} from './document.ts';

/** Operations that change an object whose `GET` has another path. */
const readElsewhere: Readonly<Record<string, string>> = {
  '/incident/{id}': '/incident/search/{id}',
};

/**
 * Declares the conditions that the operations of the Public API take (RFC 9110 13): each `GET` that answers JSON has an
 * `ETag` and takes `If-None-Match`; whatever replaces, changes or deletes an object that can be read takes its tag as
 * `If-Match`, and answers 412.
 */
export function addConditions(document: OpenApiDocument): void {
  for (const { method, path, operation } of operationsOf(document)) {
    const isRead = method === 'get' && answersJson(operation);
    const isChange =
      (method === 'put' || method === 'patch' || method === 'delete') &&
      path.includes('{') &&
      isReadable(document, path);
    if (isRead || method === 'put' || method === 'patch') addTag(operation);
    if (isRead) add(operation, 'IfNoneMatch', '304', 'NotModified');
    if (isChange) add(operation, 'IfMatch', '412', 'ChangedMeanwhile');
  }
}

function isReadable({ paths }: OpenApiDocument, path: string): boolean {
  const read: PathItem | undefined = paths[readElsewhere[path] ?? path];
  return read?.get !== undefined && answersJson(read.get);
}

function answersJson({ responses }: Operation): boolean {
  return responses['200']?.content?.['application/json'] !== undefined;
}

function addTag({ responses }: Operation): void {
  const answer = responses['200'];
  if (!answer || answer.$ref) return;
  answer.headers = { ...answer.headers, ETag: { $ref: '#/components/headers/ETag' } };
}

function add(operation: Operation, parameter: string, status: string, response: string): void {
  operation.parameters = [
    ...(operation.parameters ?? []),
    reference<Parameter>(`parameters/${parameter}`),
  ];
  operation.responses[status] = reference<Response>(`responses/${response}`);
}

function reference<Target extends { $ref?: string }>(component: string): Target {
  // Stands for the whole target wherever the document is read: `dereference` follows it.
  return { $ref: `#/components/${component}` } as Target;
}
