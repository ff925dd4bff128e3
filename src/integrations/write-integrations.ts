import { AppError, type Ctx, invalidField } from '../kernel/index.ts';
import {
  type CreateOptions,
  createResource,
  getResource,
  type ReplaceOptions,
  replaceResource,
} from '../resources/index.ts';
import type { Catalogue } from './catalogue/index.ts';
import { type Integration, type IntegrationWire, integrationKind } from './model.ts';

/** Throws 400 for an unknown type and for a signature that cannot be verified, 403 without the right to make phone numbers. */
export async function createIntegration(
  ctx: Ctx,
  catalogue: Catalogue,
  given: Partial<IntegrationWire>,
  options: CreateOptions = {},
): Promise<Integration> {
  demandType(catalogue, given.type);
  demandCallRights(ctx, given);
  demandVerifiable(catalogue, given.type ?? '', given);
  return createResource(ctx, integrationKind, given, options);
}

/** Throws 404, 403, and 400 as `createIntegration` does. */
export async function replaceIntegration(
  ctx: Ctx,
  catalogue: Catalogue,
  id: string,
  given: Partial<IntegrationWire>,
  options: ReplaceOptions = {},
): Promise<Integration> {
  demandType(catalogue, given.type);
  const type = given.type ?? (await getResource(ctx, integrationKind, id)).wire.type;
  demandVerifiable(catalogue, type, given);
  return replaceResource(ctx, integrationKind, id, given, options);
}

function demandType(catalogue: Catalogue, type: unknown): void {
  if (typeof type === 'string' && !catalogue.find(type))
    throw invalidField('type', `${type} is not a type; see /inbound-integration/types.`);
}

/** Spec 2.3: numbers are made by organization Administrators and Owners; who may edit them is the team's matter. */
function demandCallRights(ctx: Ctx, { type, teamId }: Partial<IntegrationWire>): void {
  const isPhone = typeof type === 'string' && /^(twilio|bird)$/i.test(type);
  if (isPhone && teamId && ctx.actor.kind === 'user' && ctx.teams.edit !== 'all')
    throw new AppError(
      'forbidden',
      'Call routing numbers are made by organization Administrators and Owners.',
    );
}

/** Switched on without a scheme or without its secret, every request would be refused. */
function demandVerifiable(
  catalogue: Catalogue,
  typeId: string,
  { signatureVerification }: Partial<IntegrationWire>,
): void {
  if (!signatureVerification?.enabled) return;
  const type = catalogue.find(typeId);
  if (!type?.verification)
    throw invalidField(
      'signatureVerification.enabled',
      `${typeId} signs nothing that could be verified; use webhookAuthentication.`,
    );
  // Amazon signs with certificates of its own.
  if (type.verification !== 'sns' && !signatureVerification.secret)
    throw invalidField(
      'signatureVerification.secret',
      'give the secret that the sender signs with',
    );
}
