import { reachablePhoneOf, type User } from '../identity/index.ts';
import type { Ctx } from '../kernel/index.ts';
import { listResources, withIds } from '../resources/index.ts';
import { furtherContactsOf } from './notification-contacts.ts';
import { notificationRulesKind } from './notification-rules.ts';

/** The numbers at which people are called who ring nobody by rules: their own, else the first that they confirmed. */
export async function callNumbersOf(
  ctx: Ctx,
  users: readonly User[],
): Promise<Map<string, string>> {
  const numbers = new Map<string, string>();
  for (const user of users) {
    const own = reachablePhoneOf(user);
    if (own !== null) numbers.set(user.id, own);
  }
  const others = users.flatMap(({ id }) => (numbers.has(id) ? [] : id));
  if (others.length === 0) return numbers;
  const { items } = await listResources(ctx, notificationRulesKind, withIds(others));
  for (const rules of items) {
    const first = furtherContactsOf(rules).find(
      ({ channel, isConfirmed }) => isConfirmed && channel === 'VoiceCall',
    );
    if (first) numbers.set(rules.id, first.target);
  }
  return numbers;
}
