/** Names under which tools put a secret into the address. */
const credential =
  /token|secret|passw(?:or)?d|^pwd$|api[-_]?key|access[-_]?key|credential|session|jwt|^(?:.*[-_])?auth(?:orization|entication)?$|signature|^sig$|^key$/i;

const redacted = '[redacted]';

/** The fields of a query without secrets. Repeated fields become lists; the result has no prototype to pollute. */
export function keptQuery(text: string): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = Object.create(null);
  if (text === '') return query;
  for (const [name, sent] of new URLSearchParams(text)) {
    const value = credential.test(name) ? redacted : sent;
    const present = query[name];
    if (present === undefined) query[name] = value;
    else if (Array.isArray(present)) present.push(value);
    else query[name] = [present, value];
  }
  return query;
}
