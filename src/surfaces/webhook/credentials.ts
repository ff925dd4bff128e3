import { createHash, timingSafeEqual } from 'node:crypto';
import type { IntakeView } from '../../integrations/index.ts';
import { AppError } from '../../kernel/index.ts';
import { say } from '../../sentences/index.ts';

/** Throws 401 unless the integration asks for no token or this is it. */
export function demandBearer({ bearerHash }: Pick<IntakeView, 'bearerHash'>, token: string | null) {
  if (!bearerHash) return;
  const hash = createHash('sha256')
    .update(token ?? '')
    .digest();
  if (!timingSafeEqual(hash, bearerHash))
    throw new AppError('unauthenticated', say('webhookNeedsToken'));
}

export function bearerOf(authorization: string | undefined): string | null {
  if (authorization === undefined) return null;
  return /^Bearer\s+(\S+)\s*$/i.exec(authorization)?.[1] ?? null;
}
