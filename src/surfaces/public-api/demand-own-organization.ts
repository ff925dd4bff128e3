import { AppError } from '../../kernel/index.ts';
import { say } from '../../sentences/index.ts';

/** Makes something in another organization, and looks itself whether it may. */
const reachesFurther: ReadonlySet<string> = new Set(['createApiKey']);

/** 404 for another organization than that of the caller: what was asked of that one must not be done in this one. */
export function demandOwnOrganization(
  caller: { organizationId: string },
  operationId: string,
  wanted: unknown,
): void {
  if (typeof wanted !== 'string' || reachesFurther.has(operationId)) return;
  if (wanted.toLowerCase() === caller.organizationId) return;
  throw new AppError('not-found', say('organizationOutOfSight', { id: wanted.slice(0, 100) }));
}
