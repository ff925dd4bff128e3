import type { Catalogue } from '../catalogue/index.ts';
import type { Ctx } from '../kernel/index.ts';
import { createResource, findResource, getResource } from '../resources/index.ts';
import { type Integration, integrationKind, mappingKind } from './model.ts';
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
  const mapping = await findResource(ctx, mappingKind, { _id: id });
  const { email } = original.wire.integrationSettings ?? {};
  const copy = await createIntegration(
    ctx,
    catalogue,
    {
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
    },
    { original: original.wire },
  );
  if (mapping) await createResource(ctx, mappingKind, mapping.wire, { id: copy.id });
  return copy;
}
