import { systemContext, type World } from '../kernel/index.ts';
import { listResources, storedFilter } from '../resources/index.ts';
import { type ShadowRun, shadowRunKind } from './shadow-run-kind.ts';

/** The runs of all organizations, with their keys. */
export async function allRuns(world: World): Promise<ShadowRun[]> {
  const found = await shadowRunKind
    .model(world.store)
    .find(storedFilter(shadowRunKind, { organizationId: { $gt: '' } }), { organizationId: 1 })
    .lean();
  const runs: ShadowRun[] = [];
  for (const id of new Set(found.flatMap(({ organizationId }) => organizationId ?? [])))
    runs.push(...(await listResources(systemContext(world, id), shadowRunKind)).items);
  return runs;
}
