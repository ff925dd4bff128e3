import type { OperationRequest } from '../../http/index.ts';

/** The fields of a form. The document has checked that they are texts; a repeated one counts as its first. */
export function fieldsOf({ body }: OperationRequest): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(body as Record<string, unknown>).map(([name, value]) => [
      name,
      Array.isArray(value) ? String(value[0]) : String(value),
    ]),
  );
}
