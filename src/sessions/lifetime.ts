import type { SessionDocument } from './model.ts';

export const idleMilliseconds = 12 * 3600_000;
const absoluteMilliseconds = 14 * 86_400_000;
/** How long a replaced token still works, for requests that were under way. */
export const graceMilliseconds = 30_000;
const recentMilliseconds = 15 * 60_000;

export function endOf(start: Date): Date {
  return new Date(start.getTime() + absoluteMilliseconds);
}

export function isOver(
  {
    lastSeenAt,
    expiresAt,
    replacedAt,
  }: Pick<SessionDocument, 'lastSeenAt' | 'expiresAt' | 'replacedAt'>,
  now: Date,
): boolean {
  const at = now.getTime();
  return (
    at >= expiresAt.getTime() ||
    at >= lastSeenAt.getTime() + idleMilliseconds ||
    (replacedAt !== null && at >= replacedAt.getTime() + graceMilliseconds)
  );
}

/** True when the person proved who they are recently enough for a dangerous act. */
export function isRecentSignIn({ authenticatedAt }: { authenticatedAt: Date }, now: Date): boolean {
  return now.getTime() - authenticatedAt.getTime() < recentMilliseconds;
}
