import { isWithin, nextWindow } from '../calendar/index.ts';
import type { Silence } from './silence-kind.ts';

/** All of a silence that says when it mutes. */
type Timed = Pick<Silence, 'wire'>;

export function isActiveAt({ wire }: Timed, at: Date): boolean {
  return isWithin(wire, at.getTime());
}

/** When what the silence mutes is heard again: null when it mutes nothing at the moment. */
export function activeUntil({ wire }: Timed, at: Date): Date | null {
  if (!isWithin(wire, at.getTime())) return null;
  const now = nextWindow(wire, at.getTime());
  return now && new Date(now.end);
}
