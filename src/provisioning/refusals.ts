import { DirectoryError } from '../../scim/index.ts';
import { AppError } from '../kernel/index.ts';

/** Runs it; what the product refuses, the directory refuses, in words for clients. */
export async function asDirectory<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'forbidden')
      throw new DirectoryError('forbidden', error.message, { cause: error });
    if (error.code === 'validation-failed') {
      const reasons = Object.values(error.fields ?? {}).flat();
      const message = reasons.length > 0 ? reasons.join(' ') : error.message;
      throw new DirectoryError('invalidValue', message, { cause: error });
    }
    throw error;
  }
}
