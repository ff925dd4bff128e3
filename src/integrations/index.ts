/**
 * Inbound integrations: the addresses monitoring tools post to. Owns integrations, their mappings and their
 * maintenance windows, and the view of an integration that intake uses.
 * Never touches incidents. Called by the API, by ingest and by monitors.
 */

export { parseCallerEntry } from './caller-entry.ts';
export { duplicateIntegration } from './duplicate.ts';
export { FormerTokenUses } from './former-token-uses.ts';
export { demandHold, type HoldSettings } from './hold-settings.ts';
export {
  hashOfIngestToken,
  type IngestTokens,
  isKeyShaped,
  tokenStateOf,
} from './ingest-token.ts';
export {
  type IntakeSettings,
  type IntakeView,
  IntakeViews,
  intakeSettingsOf,
  maintenanceAt,
  mappingInForce,
  viewOf,
} from './intake-view.ts';
export {
  type Integration,
  type IntegrationMappingWire,
  type IntegrationWire,
  integrationKind,
  integrationsOfTypes,
  type MaintenanceWindowWire,
  maintenanceWindowKind,
  maintenanceWindowsOf,
  mappingKind,
} from './model.ts';
export { integrations } from './module.ts';
export {
  type CallFlowWire,
  type CallPromptWire,
  fileIdOf,
  objectKeyOf,
  type PhoneNumber,
  type PlacedRoute,
  phoneNumberOf,
  phoneNumbersIn,
  promptFilesOf,
  promptsOf,
  routesOf,
} from './phone-number.ts';
export {
  findRefusedRequests,
  type RefusedRequests,
  recordRefusedRequests,
} from './refused-requests.ts';
export { ingestTokenFor, rotateIngestToken } from './rotate-ingest-token.ts';
export { type SetupNames, type SetupServer, setupOf } from './setup.ts';
export { snoozeUntil } from './snooze.ts';
export {
  eachIntegrationOf,
  existingIntegrations,
  findIntegrationByAlias,
  loadIntegrations,
  othersWithNumber,
  type StoredIntegration,
} from './stored-integrations.ts';
export { timesOfIntegration } from './time-sources.ts';
export { receivesRequests, warningOf } from './types.ts';
export { uploadPrompt } from './upload-prompt.ts';
export { createIntegration, replaceIntegration } from './write-integrations.ts';
