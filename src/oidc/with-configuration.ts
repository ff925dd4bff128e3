import type { Configuration } from 'openid-client';
import type { OidcConnection } from './connection-kind.ts';
import { failureOf } from './failures.ts';
import type { Parts } from './parts.ts';

/** Does something with the provider; what goes wrong with it becomes a `SignInFailure` that names the connection. */
export async function withConfiguration<Result>(
  { providers }: Parts,
  connection: OidcConnection,
  use: (configuration: Configuration) => Promise<Result>,
): Promise<Result> {
  try {
    return await use(await providers.of(connection));
  } catch (error) {
    const failure = failureOf(error);
    failure.connectionId = connection.id;
    // A key that was swapped at once: the person tries again, with what is published by then.
    if (failure.reason === 'keys-changed' || isSignature(error)) providers.drop(connection);
    throw failure;
  }
}

function isSignature(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause)
    if (/signature/i.test(one.message)) return true;
  return false;
}
