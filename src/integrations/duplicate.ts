import type { Catalogue } from '../catalogue/index.ts';
import { asSystem, type Ctx, orderedId } from '../kernel/index.ts';
import {
  createResource,
  findResource,
  getResource,
  placedNew,
  removeResource,
} from '../resources/index.ts';
import { type Integration, type IntegrationWire, integrationKind, mappingKind } from './model.ts';
import { createIntegration } from './write-integrations.ts';

/**
 * Copies an integration, also into another team, with its mapping and a webhook URL of its own (spec 2.3).
 * E-mail aliases and accepted keys stay with the original, as they are unique. Throws 404, 403 and
 * 400 for an unknown team.
 */
export async function duplicateIntegration(
  ctx: Ctx,
  catalogue: Catalogue,
  id: string,
  changes: { teamId?: string | null; displayName?: string | null },
): Promise<Integration> {
  const original = await getResource(ctx, integrationKind, id);
  const mapping = await findResource(ctx, mappingKind, { _id: original.id });
  const { email } = original.wire.integrationSettings ?? {};
  const given: IntegrationWire = {
    ...original.wire,
    acceptedKeys: null,
    displayName: changes.displayName ?? original.wire.displayName,
    teamId: changes.teamId ?? original.wire.teamId,
    ...(email
      ? {
          integrationSettings: {
            ...original.wire.integrationSettings,
            email: { ...email, aliases: null },
          },
        }
      : {}),
  };
  const copyId = orderedId(ctx.clock.now().getTime());
  const { teamId } = await placedNew(ctx, integrationKind, given, { id: copyId });
  const options = { id: copyId, original: original.wire };
  if (!mapping) return createIntegration(ctx, catalogue, given, options);
  // Before the copy: one without its mapping would read payloads by the mapping of its type.
  const placed = { id: copyId, teamId, precedesParent: true } as const;
  await createResource(ctx, mappingKind, mapping.wire, placed);
  try {
    return await createIntegration(ctx, catalogue, given, options);
  } catch (error) {
    await removeResource(asSystem(ctx, 'take back the mapping of no copy'), mappingKind, copyId);
    throw error;
  }
}
