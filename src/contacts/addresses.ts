import type { Reachable } from '../channels/index.ts';
import { isPlaceholderEmail, reachablePhoneOf, type User } from '../identity/index.ts';

/** The addresses of a person that may be used; null: none. */
export function addressesOf(user: User): Pick<Reachable, 'email' | 'phone'> {
  const { email } = user.wire;
  return { email: isPlaceholderEmail(email) ? null : email, phone: reachablePhoneOf(user) };
}
