import { isConflict } from './problem.ts';

const attemptsMax = 4;

/**
 * Changes what is there at this moment, whoever changed it last: for changes that stand beside those of others, such as
 * one more entry of a list, so that nobody is asked to merge. `write` sends what was read as its condition, and nothing
 * that came in between is lost.
 */
export async function changePresent<Present>(
  read: () => Promise<Present>,
  write: (present: Present) => Promise<void>,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const present = await read();
    try {
      return await write(present);
    } catch (error) {
      if (!isConflict(error) || attempt === attemptsMax) throw error;
    }
  }
}
