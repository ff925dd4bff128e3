import type { components } from '../contract/index.ts';
import { AppError, type Ctx, invalidField, notFound, systemContext } from '../kernel/index.ts';
import { type AttributesMapping, compileMapping, normaliseMapping } from '../mapping/index.ts';
import {
  byId,
  byLookup,
  byTeam,
  canSeeTeam,
  defineKind,
  demandAddressList,
  demandNoCredentials,
  demandSecret,
  demandTimeZone,
  demandWindow,
  findResource,
  labelIndex,
  listResources,
  noticesOf,
  type Resource,
  wireShapes,
} from '../resources/index.ts';
import { say } from '../sentences/index.ts';
import { demandTeam } from '../teams/index.ts';
import { demandUrgencySettings } from '../urgency/index.ts';
import { demandWorkingNumber, withSpeakableTexts } from './check-phone-number.ts';
import { demandHold } from './hold-settings.ts';
import {
  acceptedKeyHashes,
  type IngestTokens,
  isKeyShaped,
  newIngestTokens,
} from './ingest-token.ts';
import { demandWorkingMonitor } from './monitor-settings.ts';
import { phoneNumbersIn, promptFilesOf } from './phone-number.ts';

/** The document's InboundIntegration as it is stored. */
export type IntegrationWire = Required<components['schemas']['InboundIntegrationInput']>;

export type Integration = Resource<IntegrationWire, IngestTokens>;

export const integrationKind = defineKind<IntegrationWire, IngestTokens>({
  entityType: 'InboundIntegration',
  noun: 'inbound-integration',
  collection: 'inbound_integrations',
  shape: wireShapes.InboundIntegration,
  displayNameOf: (integration) => integration.displayName,
  lookupOf(wire, { ingestToken, formerIngestToken }) {
    const { type, labels, integrationSettings } = wire;
    const [number] = phoneNumbersIn(integrationSettings);
    const files = number ? promptFilesOf(number.flow) : [];
    return {
      type,
      labels: labels ?? null,
      aliases: integrationSettings?.email?.aliases ?? null,
      phoneNumber: number?.phoneNumber ?? null,
      promptFiles: files.length > 0 ? files : null,
      ingestTokens: [
        ingestToken.hash,
        ...(formerIngestToken ? [formerIngestToken.hash] : []),
        ...acceptedKeyHashes(wire),
      ],
    };
  },
  filters: { Type: byLookup('type'), TeamId: byTeam },
  teamOf: (ctx, wire) => demandTeam(ctx, wire.teamId),
  auditedOf: ({ formerIngestToken }) =>
    formerIngestToken ? { formerIngestTokenValidUntil: formerIngestToken.validUntil } : {},
  async prepare(ctx, given, current) {
    const wire = withoutComputed(withSpeakableTexts(given));
    demandAddressList(
      'webhookAuthentication.privateIpFilter',
      wire.webhookAuthentication?.privateIpFilter,
    );
    demandSecret('webhookAuthentication.bearer.token', wire.webhookAuthentication?.bearer?.token);
    demandNoCredentials(
      'integrationSettings.httpMonitoring.url',
      wire.integrationSettings?.httpMonitoring?.url,
      ['basicAuthenticationUserName', 'basicAuthenticationPassword'],
    );
    demandSecret('signatureVerification.secret', wire.signatureVerification?.secret);
    demandTimeZone(
      'integrationSettings.cronJobMonitor.timeZoneId',
      wire.integrationSettings?.cronJobMonitor?.timeZoneId,
    );
    demandOwnKeys(wire);
    demandHold('holdSettings', wire.holdSettings);
    if (wire.holdSettings && phoneNumbersIn(wire.integrationSettings).length > 0)
      throw invalidField('holdSettings', say('callsAreNotHeld'));
    demandUrgencySettings(wire.urgencySettings);
    demandWorkingMonitor(ctx, wire);
    await demandWorkingNumber(ctx, wire, current?.wire);
    return { wire, internal: current?.internal ?? newIngestTokens(ctx.secrets) };
  },
  removedWith: { Team: (id) => ({ teamId: id }) },
  duplicate: [
    {
      index: 'lookup.ingestTokens',
      code: 'conflict',
      field: 'acceptedKeys',
      message: say('acceptedKeyTaken'),
    },
    {
      index: 'lookup.aliases',
      code: 'validation-failed',
      field: 'integrationSettings.email.aliases',
      message: say('integrationAddressTaken'),
    },
  ],
  // Aliases are addresses: unique over all organizations.
  indexes: [
    [{ 'lookup.aliases': 1 }, { unique: true, sparse: true }],
    // Every request to a webhook asks for one that is not in memory.
    [{ 'lookup.ingestTokens': 1 }, { unique: true, sparse: true }],
    // Finds integrations of some types, and which of them were changed.
    [{ 'lookup.type': 1, updatedAt: 1 }],
    labelIndex,
    // Whether a number is there twice, and which files are in use.
    [{ 'lookup.phoneNumber': 1 }, { sparse: true }],
    [{ 'lookup.promptFiles': 1 }, { sparse: true }],
  ],
});

/** Throws 400 for what is no key, and for one that is there twice. */
function demandOwnKeys(wire: IntegrationWire): void {
  const wrong = (wire.acceptedKeys ?? []).findIndex(({ key }) => !isKeyShaped(key));
  if (wrong >= 0) throw invalidField(`acceptedKeys[${wrong}].key`, say('acceptedKeyShape'));
  const hashes = acceptedKeyHashes(wire);
  const again = hashes.findIndex((hash, index) => hashes.indexOf(hash) < index);
  if (again >= 0) throw invalidField(`acceptedKeys[${again}].key`, say('acceptedKeyTwice'));
}

/** The address holds the ingest token: what a client read and sends back is not kept in clear, or as the mask. */
function withoutComputed(wire: IntegrationWire): IntegrationWire {
  const { integrationSettings } = wire;
  if (!integrationSettings?.email) return wire;
  const { emailAddress: _, ...email } = integrationSettings.email;
  return { ...wire, integrationSettings: { ...integrationSettings, email } };
}

/** The team of an integration that another object belongs to; null when there is none in sight. */
async function teamOfIntegration(ctx: Ctx, integrationId: string): Promise<string | null> {
  const all = systemContext(ctx, ctx.organizationId);
  const found = await findResource(all, integrationKind, { _id: integrationId.toLowerCase() });
  return found?.teamId && canSeeTeam(ctx, found.teamId) ? found.teamId : null;
}

/** The id of a mapping is the id of its integration (public-api.md 0.11). */
export type IntegrationMappingWire = Required<components['schemas']['MappingInput']>;

export const mappingKind = defineKind<IntegrationMappingWire>({
  entityType: 'InboundIntegrationMapping',
  noun: 'inbound-integration-mapping',
  collection: 'inbound_integration_mappings',
  shape: wireShapes.Mapping,
  displayNameOf: () => null,
  filters: { InboundIntegrationId: byId, TeamId: byTeam },
  sharesId: true,
  async teamOf(ctx, _wire, id) {
    const teamId = await teamOfIntegration(ctx, id);
    if (teamId === null) throw notFound(integrationKind.entityType, id);
    return teamId;
  },
  prepare: (_ctx, wire) => ({
    wire: { attributesMapping: compilable(wire.attributesMapping) },
    internal: {},
  }),
  removedWith: { InboundIntegration: (id) => ({ _id: id }) },
});

/** The mapping in wire names; 400 naming every mistake when it does not compile (spec 2.5). */
function compilable(given: unknown): AttributesMapping {
  const normalised = normaliseMapping(given);
  const compiled = normalised.ok ? compileMapping(normalised.mapping) : normalised;
  if (normalised.ok && compiled.ok) return normalised.mapping;
  const errors = compiled.ok ? {} : compiled.errors;
  const places = Object.keys(errors);
  throw new AppError('validation-failed', say('mappingInvalidAt', { places: places.slice(0, 5) }), {
    fields: errors,
  });
}

export type MaintenanceWindowWire = Required<components['schemas']['MaintenanceWindowInput']>;

export const maintenanceWindowKind = defineKind<MaintenanceWindowWire>({
  entityType: 'InboundIntegrationMaintenanceWindow',
  noun: 'inbound-integration-maintenance-window',
  collection: 'inbound_integration_maintenance_windows',
  shape: wireShapes.MaintenanceWindow,
  displayNameOf: (window) => window.description,
  lookupOf: (window) => ({ integrationId: window.integrationId, notices: noticesOf([window]) }),
  filters: {
    MaintenanceWindowId: byId,
    InboundIntegrationId: byLookup('integrationId'),
    TeamId: byTeam,
  },
  async teamOf(ctx, { integrationId }) {
    const teamId = await teamOfIntegration(ctx, integrationId);
    if (teamId !== null) return teamId;
    throw invalidField(
      'integrationId',
      say('noSuchObject', { what: 'InboundIntegration', id: integrationId }),
    );
  },
  prepare(_ctx, wire) {
    demandWindow(wire);
    return { wire, internal: {} };
  },
  removedWith: { InboundIntegration: (id) => ({ 'lookup.integrationId': id }) },
  // All windows of an integration: for intake, and to delete them with it.
  indexes: [
    [{ organizationId: 1, 'lookup.integrationId': 1 }],
    // Finds those of which tools are told, of all organizations.
    [{ 'lookup.notices': 1 }, { sparse: true }],
  ],
});

/** All maintenance windows of an integration. */
export async function maintenanceWindowsOf(ctx: Ctx, integrationId: string) {
  const ofIt = { 'lookup.integrationId': integrationId };
  return (await listResources(ctx, maintenanceWindowKind, ofIt)).items;
}

/** Integrations of any of these types. */
export async function integrationsOfTypes(ctx: Ctx, typeIds: readonly string[]) {
  const types = typeIds.map((id) => id.toLowerCase());
  return (await listResources(ctx, integrationKind, { 'lookup.type': { $in: types } })).items;
}
