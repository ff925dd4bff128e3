const split = new Map<string, readonly string[]>();
const splitKept = 2000;

/** The components of a dotted path; remembered, because an application has few. */
export function pathParts(path: string): readonly string[] {
  let parts = split.get(path);
  if (parts === undefined) {
    parts = path.split('.');
    if (split.size >= splitKept) split.clear();
    split.set(path, parts);
  }
  return parts;
}

/** `0`, `1`, `12`: what names an array element. `01` is a field name. */
export function isArrayIndex(part: string): boolean {
  return /^(?:0|[1-9]\d{0,9})$/.test(part);
}
