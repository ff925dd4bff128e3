import type { World } from '../kernel/index.ts';

const nothingLate = () => new Map<string, number>();

/** For how many milliseconds the oldest of what tells people has been due, by its name; 0 when nothing is. */
export function noteLateness({ memory }: World, of: string, milliseconds: number): void {
  memory.of(nothingLate).set(of, milliseconds);
}

/** The delay of the latest one, in milliseconds. */
export function latenessOf({ memory }: World): number {
  return Math.max(0, ...memory.of(nothingLate).values());
}
