/** A refused request as diagnostics of Terraform, at the attributes that it is about. */
import type { Diagnostic, Path } from '../runtime/diagnostics.ts';
import { errorAt } from '../runtime/diagnostics.ts';
import type { ApiFailure } from './failure.ts';
import type { WireAttributes } from './resolved.ts';

/** Diagnostics at the attributes the server complained about, else one for the whole object. */
export function failureToDiagnostics(
  failure: ApiFailure,
  attributes: WireAttributes,
): Diagnostic[] {
  const located = Object.entries(failure.members).flatMap(([member, messages]) =>
    messages.map((message) => {
      const path = attributePath(attributes, member);
      return errorAt(path, failure.summary, path.length === 0 ? `${member}: ${message}` : message);
    }),
  );
  if (located.length > 0) return located;
  return [{ severity: 'error', summary: failure.summary, detail: failure.message }];
}

/** `rules[0].conditions` of a request as the path of attributes; as far as it can be followed. */
function attributePath(attributes: WireAttributes, member: string): Path {
  const path: (string | number)[] = [];
  let level: WireAttributes | undefined = attributes;
  for (const [, name, index] of member.matchAll(/([^.[\]]+)|\[(\d+)\]/g)) {
    if (index !== undefined) {
      path.push(Number(index));
      continue;
    }
    const found: [string, WireAttributes[string]] | undefined = Object.entries(level ?? {}).find(
      ([, { wire }]) => wire?.toLowerCase() === name?.toLowerCase(),
    );
    if (found === undefined) break;
    path.push(found[0]);
    level = found[1].nested?.attributes;
  }
  return path;
}
