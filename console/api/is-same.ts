/** Members that change by themselves, without anybody changing the object. */
const computed = new Set([
  'isActive',
  'lastSignInAt',
  'lastUsedAt',
  'lastUsedClient',
  'lastUsedIp',
  'nextEnd',
  'nextStart',
  'refusedRequests',
  'warning',
]);

/** Whether the members that both have say the same. */
export function isAsSeen(seen: object, present: object): boolean {
  const now = new Map(Object.entries(present));
  return Object.entries(seen).every(
    ([name, value]) =>
      value === undefined || computed.has(name) || !now.has(name) || isSame(value, now.get(name)),
  );
}

/** Whether two values of JSON say the same, whatever the order of members. */
export function isSame(one: unknown, other: unknown): boolean {
  return ordered(one) === ordered(other);
}

function ordered(value: unknown): string | undefined {
  return JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
