import type { components } from '../../openapi/types/public-v1.generated.ts';

export type Problem = components['schemas']['Problem'];

/** Problem details of the server (RFC 9457); null for anything else, such as a network that is away. */
export function problemOf(error: unknown): Problem | null {
  if (typeof error !== 'object' || error === null) return null;
  if (!('code' in error && 'title' in error && 'status' in error)) return null;
  return error as Problem;
}

/** Messages by member for a form, as Mantine's `setErrors` takes them: `rules[0].name` becomes `rules.0.name`. */
export function fieldErrors(error: unknown): Record<string, string> {
  const errors = problemOf(error)?.errors ?? {};
  return Object.fromEntries(
    Object.entries(errors).map(([member, messages]) => [
      member.replaceAll(/\[(\d+)\]/g, '.$1'),
      messages.join(' '),
    ]),
  );
}

/** Refused because somebody else changed it meanwhile. */
export function isConflict(error: unknown): boolean {
  return problemOf(error)?.code === 'changed-meanwhile';
}
