/**
 * The value that a reference inside a JSON document points at, such as `#/components/schemas/Team`. Throws when there
 * is none.
 */
export function atReference(document: unknown, reference: string): unknown {
  if (!reference.startsWith('#/')) throw new Error(`The document is not bundled: ${reference}`);
  let node: unknown = document;
  for (const part of reference.slice(2).split('/')) {
    const key = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
    node = typeof node === 'object' && node !== null ? Reflect.get(node, key) : undefined;
  }
  if (node === undefined) throw new Error(`${reference} points at nothing.`);
  return node;
}
