import type { Catalogue, IntegrationType } from '../catalogue/index.ts';
import { AppError, type Ctx, invalidField } from '../kernel/index.ts';
import {
  type CreateOptions,
  createResource,
  getResource,
  type ReplaceOptions,
  replaceResource,
} from '../resources/index.ts';
import { say, translatedWords } from '../sentences/index.ts';
import type { IngestTokens } from './ingest-token.ts';
import { type Integration, type IntegrationWire, integrationKind } from './model.ts';
import { receivesRequests } from './types.ts';

/**
 * Throws 400 for an unknown type, and for settings and a verification that do not go with it; 403 without the right to
 * make phone numbers.
 */
export async function createIntegration(
  ctx: Ctx,
  catalogue: Catalogue,
  given: Partial<IntegrationWire>,
  options: CreateOptions<IngestTokens> = {},
): Promise<Integration> {
  const type = findType(catalogue, given.type);
  if (type) demandFitting(type, given);
  if (type?.source === 'phone') demandCallRights(ctx, given);
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
  const name = given.type ?? (await getResource(ctx, integrationKind, id)).wire.type;
  const type = findType(catalogue, name);
  if (type) demandFitting(type, given);
  return replaceResource(ctx, integrationKind, id, given, options);
}

/** Null when none is named, which the shape of an integration refuses. */
function findType(catalogue: Catalogue, name: unknown): IntegrationType | null {
  if (typeof name !== 'string') return null;
  const type = catalogue.find(name);
  if (!type) throw invalidField('type', say('integrationTypeUnknown', { name }));
  return type;
}

/** Spec 2.3: numbers are made by organization Administrators and Owners; who may edit them is the team's matter. */
function demandCallRights(ctx: Ctx, { teamId }: Partial<IntegrationWire>): void {
  if (teamId && ctx.actor.kind === 'user' && ctx.teams.edit !== 'all')
    throw new AppError('forbidden', say('numbersNeedAdministrators'));
}

function demandFitting(type: IntegrationType, given: Partial<IntegrationWire>): void {
  if (type.callRouting?.refusal)
    throw invalidField('type', translatedWords(type.callRouting.refusal));
  for (const [member, settings] of Object.entries(given.integrationSettings ?? {}))
    if (settings !== null && settings !== undefined && member !== type.settings)
      throw invalidField(
        `integrationSettings.${member}`,
        say('settingsOfOtherType', { type: type.id }),
      );
  if (type.source === 'mail' && given.webhookAuthentication?.bearer)
    throw invalidField('webhookAuthentication.bearer', say('mailCarriesNoToken'));
  if ((given.acceptedKeys ?? []).length > 0 && !receivesRequests(type))
    throw invalidField('acceptedKeys', say('acceptedKeysNeedRequests', { type: type.id }));
  if (type.source === 'phone') demandNoWebhook(given);
  demandVerifiable(type, given);
}

/** A number has no webhook of its own, and every request of its carrier is verified. */
function demandNoWebhook({
  webhookAuthentication,
  signatureVerification,
}: Partial<IntegrationWire>): void {
  const refusal = say('carrierVerifiesItself');
  if (signatureVerification?.enabled) throw invalidField('signatureVerification.enabled', refusal);
  if (webhookAuthentication?.bearer || webhookAuthentication?.privateIpFilter)
    throw invalidField('webhookAuthentication', refusal);
}

/** Switched on without a scheme or without its secret, every request would be refused. */
function demandVerifiable(
  { id, verification }: IntegrationType,
  { signatureVerification }: Partial<IntegrationWire>,
): void {
  if (!signatureVerification?.enabled) return;
  if (verification === null)
    throw invalidField('signatureVerification.enabled', say('typeSignsNothing', { type: id }));
  // Amazon signs with certificates of its own.
  if (verification !== 'sns' && !signatureVerification.secret)
    throw invalidField('signatureVerification.secret', say('signingSecretMissing'));
}
