import type { Ctx } from '../kernel/index.ts';
import { mask, maySeeSecrets, updateResource } from '../resources/index.ts';
import { newIngestTokens } from './ingest-token.ts';
import { type Integration, integrationKind } from './model.ts';

/** The token for those who may edit the integration, the mask for everybody else. */
export function ingestTokenFor(ctx: Ctx, { teamId, internal }: Integration): string {
  return maySeeSecrets(ctx, teamId) ? ctx.secrets.open(internal.ingestToken.sealed) : mask;
}

/** Gives the integration another token; the present one works for `formerValidSeconds` more. Throws 404 and 403. */
export function rotateIngestToken(
  ctx: Ctx,
  id: string,
  formerValidSeconds: number,
): Promise<Integration> {
  return updateResource(
    ctx,
    integrationKind,
    id,
    ({ wire, internal }) => ({
      wire,
      internal: {
        ...newIngestTokens(ctx.secrets),
        formerIngestToken: {
          hash: internal.ingestToken.hash,
          validUntil: new Date(ctx.clock.now().getTime() + formerValidSeconds * 1000),
          lastUsedAt: null,
        },
      },
    }),
    // Code says nothing of the token, and a leaked one cannot wait for a deployment.
    { action: `${integrationKind.noun}.rotate-ingest-token`, besideCode: true },
  );
}
