import type { components } from '../../../openapi/types/public-v1.generated.ts';

/** Whether a status page shows any of these services. */
export function isShownOn(
  { serviceIds, serviceGroups }: components['schemas']['StatusPage'],
  wanted: readonly string[],
): boolean {
  const shown = [...(serviceIds ?? []), ...(serviceGroups ?? []).flatMap((one) => one.serviceIds)];
  const ids = new Set(shown.map((id) => id.toLowerCase()));
  return wanted.some((id) => ids.has(id.toLowerCase()));
}
