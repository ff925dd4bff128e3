import { AppError } from '../kernel/index.ts';
import { say } from '../sentences/index.ts';

/**
 * The API key of a request, from `X-Authorization` (raw), `X-Api-Key`, or `Authorization: Bearer`, in
 * this order (public-api.md 0.1). `Authorization: Basic` belongs to a proxy in front of us and is not
 * a key. Two different keys in `X-Api-Key` and `Authorization` are refused: one of them is a mistake.
 */
export function keyFromHeaders(headers: Headers): string | undefined {
  const raw = headers.get('x-authorization')?.trim();
  const named = headers.get('x-api-key')?.trim();
  const bearer = /^Bearer\s+(\S+)\s*$/i.exec(headers.get('authorization') ?? '')?.[1];
  if (named && bearer && named !== bearer)
    throw new AppError('unauthenticated', say('twoKeysSent'));
  return raw || named || bearer || undefined;
}

/** True when the call carries its key as the Terraform provider of the contract does (public-api.md 1.2). */
export function isProvisioningCall(headers: Headers): boolean {
  return Boolean(headers.get('x-authorization')?.trim());
}
