import { isDeepStrictEqual } from 'node:util';
import {
  type ModuleSettings,
  retentionInWords,
  systemContext,
  unlessGone,
  type World,
} from '../kernel/index.ts';
import { updateResource } from '../resources/index.ts';
import { organizationKind } from './organization-kind.ts';
import { organizationPlans } from './organizations.ts';

/**
 * Notes in each organization how long its data is kept, and in its audit log what changed of that: by another
 * TOCSIN_RETENTION, or by another plan. What was removed can then be explained by what was set.
 */
export async function recordRetention(
  world: World,
  { retention, plan: defaultPlan }: Pick<ModuleSettings, 'retention' | 'plan'>,
  stopping: AbortSignal,
): Promise<void> {
  for await (const { id, plan, kept: recorded } of organizationPlans(world)) {
    if (stopping.aborted) return;
    const kept = retentionInWords(retention, plan ?? defaultPlan);
    if (isDeepStrictEqual(recorded, kept)) continue;
    await unlessGone(
      updateResource(
        systemContext(world, id, 'retention'),
        organizationKind,
        id,
        ({ wire, internal }) => ({ wire, internal: { ...internal, kept } }),
        { action: 'organization.set-retention' },
      ),
    );
  }
}
