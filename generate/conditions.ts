import { type OpenApiDocument, operationsOf, type Parameter, type Response } from './document.ts';

/**
 * Declares the conditions that every operation of the Public API takes (RFC 9110 13): each `GET` that answers JSON has an `ETag` and
 * takes `If-None-Match`.
 */
export function addConditions(document: OpenApiDocument): void {
  for (const { method, operation } of operationsOf(document)) {
    const answer = operation.responses['200'];
    if (method !== 'get' || !answer?.content?.['application/json']) continue;
    answer.headers = { ...answer.headers, ETag: { $ref: '#/components/headers/ETag' } };
    operation.parameters = [
      ...(operation.parameters ?? []),
      reference<Parameter>('parameters/IfNoneMatch'),
    ];
    operation.responses['304'] = reference<Response>('responses/NotModified');
  }
}

function reference<Target extends { $ref?: string }>(component: string): Target {
  // Stands for the whole target wherever the document is read: `dereference` follows it.
  return { $ref: `#/components/${component}` } as Target;
}
