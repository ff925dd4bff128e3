/** Where a request goes. */
import type { ValueObject } from '../runtime/value.ts';
import type { Operation } from './resolved.ts';

/** The request line of an operation, with the parameters of its path filled from the object. */
export function target(
  operation: Operation,
  values: ValueObject,
): { readonly method: string; readonly path: string } {
  const path = operation.path.replace(/\{(\w+)\}/g, (_match, parameter: string) => {
    const value = values[operation.parameters[parameter] ?? parameter];
    if (typeof value !== 'string' || value === '') {
      throw new Error(`${operation.id} needs ${parameter}, which the object does not have`);
    }
    return encodeURIComponent(value);
  });
  return { method: operation.method, path };
}
