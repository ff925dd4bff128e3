import { createHash, hash } from 'node:crypto';
import type { BlockList } from 'node:net';
import { isWithin } from '../calendar/index.ts';
import type { Catalogue, IntegrationType } from '../catalogue/index.ts';
import { organizationKind, organizationLanguage, planOf } from '../identity/index.ts';
import { addressList, Newest, type World } from '../kernel/index.ts';
import { type AttributesMapping, type MappingProgram, ProgramCache } from '../mapping/index.ts';
import type { Processes } from '../processes/index.ts';
import { changeCount, openSecrets, storedFilter } from '../resources/index.ts';
import type { Language } from '../sentences/index.ts';
import { type MaintenanceWindowTimes, type TeamWire, teamForIntake } from '../teams/index.ts';
import type { HoldSettings } from './hold-settings.ts';
import { acceptedKeyHashes, type KnownTokens, tokenStateOf } from './ingest-token.ts';
import {
  type Integration,
  type IntegrationMappingWire,
  integrationKind,
  maintenanceWindowKind,
  mappingKind,
} from './model.ts';
import type { SnoozeSettings } from './snooze.ts';

/** Everything intake has to know of one integration, ready to use. */
export interface IntakeView extends KnownTokens {
  integrationId: string;
  organizationId: string;
  teamId: string;
  displayName: string;
  type: IntegrationType;
  allowedAddresses: BlockList | null;
  /** SHA-256 of the bearer token, or null when none is required. */
  bearerHash: Buffer | null;
  signatureSecret: string | null;
  verifiesSignature: boolean;
  splitsAlerts: boolean;
  program: MappingProgram;
  /** The source of `program`, for a thread that has to compile it again, and the key of this version of it. */
  mapping: AttributesMapping;
  mappingKey: string;
  /** 0: what comes back opens another incident. */
  reopenWithinSeconds: number;
  /** The handling of payloads that its mapping cannot read. */
  unreadablePayloads: 'Open' | 'TellAdministrators' | 'Ignore';
  isMuted: boolean;
  isInMaintenance: boolean;
  windows: MaintenanceWindowTimes[];
  snoozeSettings: SnoozeSettings | null;
  /** The wait before anybody is told of an incident that opens. */
  holdSettings: HoldSettings | null;
  timeZoneId: string;
  /** The language of its organization. */
  language: Language;
}

interface Cached {
  view: IntakeView | null;
  changes: number;
  loadedAt: number;
}

const viewsMax = 5_000;
/** How long another process's change to an integration may go unnoticed here. */
const sharedMilliseconds = 2_000;

/** Views by the id of the integration, kept until something they were made from changes. */
export class IntakeViews {
  readonly #world: World;
  readonly #processes: Processes;
  readonly #catalogue: Catalogue;
  readonly #views = new Newest<string, Cached>(viewsMax);
  /** By the hashes of their ingest tokens: the ids of integrations that were looked for. */
  readonly #ids = new Newest<string, string>(2 * viewsMax);
  readonly #loading = new Map<string, { changes: number; view: Promise<IntakeView | null> }>();
  readonly #programs = new ProgramCache();

  constructor(world: World, processes: Processes, catalogue: Catalogue) {
    this.#world = world;
    this.#processes = processes;
    this.#catalogue = catalogue;
  }

  /** The view when it is at hand, undefined when it must be loaded; no promise on the hot path. */
  cached(integrationId: string): IntakeView | null | undefined {
    const known = this.#views.get(integrationId);
    if (!known || known.changes !== sourceChanges(this.#world)) return undefined;
    if (!this.#processes.exclusive() && performance.now() - known.loadedAt > sharedMilliseconds)
      return undefined;
    return known.view;
  }

  /**
   * The view of the integration that has this ingest token, or had it before, when it is at hand; undefined when it
   * must be looked for.
   */
  cachedByToken(tokenHash: string): IntakeView | undefined {
    const id = this.#ids.get(tokenHash);
    const view = id === undefined ? undefined : this.cached(id);
    return view && hasToken(view, tokenHash) ? view : undefined;
  }

  /** The same from the store; null when there is none. */
  async loadByToken(tokenHash: string): Promise<IntakeView | null> {
    const known = this.#ids.get(tokenHash);
    const expected = known === undefined ? null : await this.load(known);
    if (expected && hasToken(expected, tokenHash)) return expected;
    const found = await integrationKind
      .model(this.#world.store)
      .findOne(storedFilter(integrationKind, { 'lookup.ingestTokens': tokenHash }), { _id: 1 })
      .lean();
    if (!found) return null;
    let view = await this.load(found._id);
    // Another process has just given it this token.
    if (view && !hasToken(view, tokenHash))
      view = await this.#fetch(found._id, sourceChanges(this.#world));
    if (!view || !hasToken(view, tokenHash)) return null;
    this.#ids.set(tokenHash, found._id);
    return view;
  }

  /** The view of the integration with this id; null when there is none. */
  async load(integrationId: string): Promise<IntakeView | null> {
    const known = this.cached(integrationId);
    if (known !== undefined) return known;
    const changes = sourceChanges(this.#world);
    const running = this.#loading.get(integrationId);
    // One that began before the latest change may have read what was before it.
    if (running?.changes === changes) return running.view;
    const loading = { changes, view: this.#fetch(integrationId, changes) };
    this.#loading.set(integrationId, loading);
    try {
      return await loading.view;
    } finally {
      if (this.#loading.get(integrationId) === loading) this.#loading.delete(integrationId);
    }
  }

  async #fetch(integrationId: string, changes: number): Promise<IntakeView | null> {
    const loadedAt = performance.now();
    const view = await loadView(this.#world, this.#catalogue, this.#programs, integrationId);
    // Unknown ids are not kept: guessing them must not fill memory.
    if (view) this.#views.set(integrationId, { view, changes, loadedAt });
    return view;
  }
}

/** One that has ended is known as well. */
const whenever = new Date(0);

function hasToken(view: IntakeView, tokenHash: string): boolean {
  return tokenStateOf(view, tokenHash, whenever) !== null;
}

function sourceChanges(world: World): number {
  return changeCount(
    world,
    integrationKind.entityType,
    mappingKind.entityType,
    maintenanceWindowKind.entityType,
    'Team',
    organizationKind.entityType,
  );
}

async function loadView(
  world: World,
  catalogue: Catalogue,
  programs: ProgramCache,
  integrationId: string,
): Promise<IntakeView | null> {
  const { store } = world;
  const integration = await integrationKind.model(store).findOne({ _id: integrationId }).lean();
  if (!integration?.organizationId) return null;
  const { organizationId } = integration;
  const wire = openSecrets(integration.wire, integrationKind.shape.secrets, world.secrets);
  const type = catalogue.find(wire.type);
  if (!type) return null;
  const [organization, language, team, mapping, windows] = await Promise.all([
    planOf(world, organizationId),
    organizationLanguage(world, organizationId),
    teamForIntake(world, organizationId, wire.teamId),
    mappingKind.model(store).findOne({ _id: integrationId, organizationId }).lean(),
    maintenanceWindowKind
      .model(store)
      .find(
        storedFilter(maintenanceWindowKind, {
          organizationId,
          'lookup.integrationId': integrationId,
        }),
      )
      .lean(),
  ]);
  // Deleted a moment ago: its integrations are about to go, too.
  if (!organization || !team) return null;
  const { mapping: attributesMapping, mappingKey } = mappingInForce(type, mapping?.wire);
  return viewOf({
    integration: { id: integrationId, organizationId, wire, internal: integration.internal },
    team,
    windows: windows.map((window) => window.wire),
    type,
    mapping: attributesMapping,
    mappingKey,
    program: programs.get(mappingKey, () => attributesMapping),
    language,
  });
}

/** The stored documents of an integration, with its secrets in clear, and of its team. */
export interface IntakeDocuments extends SettingsDocuments {
  integration: Pick<Integration, 'id' | 'organizationId' | 'wire' | 'internal'>;
  type: IntegrationType;
  mapping: AttributesMapping;
  mappingKey: string;
  program: MappingProgram;
  language: Language;
}

/** The view that intake has of an integration. Pure. */
export function viewOf(documents: IntakeDocuments): IntakeView {
  const { integration, type, mapping, mappingKey, program, language } = documents;
  const { wire, internal } = integration;
  const token = wire.webhookAuthentication?.bearer?.token;
  const ranges = wire.webhookAuthentication?.privateIpFilter?.trim();
  return {
    ...intakeSettingsOf(documents),
    ingestToken: { hash: internal.ingestToken.hash },
    formerIngestToken: internal.formerIngestToken,
    acceptedKeyHashes: acceptedKeyHashes(wire),
    type,
    allowedAddresses: ranges ? addressList(ranges) : null,
    bearerHash: token ? createHash('sha256').update(token).digest() : null,
    verifiesSignature: wire.signatureVerification?.enabled ?? false,
    signatureSecret: wire.signatureVerification?.secret ?? null,
    splitsAlerts: type.split !== null && (wire.splitAlerts === true || type.split.always),
    program,
    mapping,
    mappingKey,
    unreadablePayloads: wire.unreadablePayloads ?? 'Open',
    language,
  };
}

/** The settings that decide whether and how an incident of an integration opens, beside what its payload says. */
export type IntakeSettings = Pick<
  IntakeView,
  | 'integrationId'
  | 'organizationId'
  | 'teamId'
  | 'displayName'
  | 'reopenWithinSeconds'
  | 'isMuted'
  | 'isInMaintenance'
  | 'windows'
  | 'snoozeSettings'
  | 'holdSettings'
  | 'timeZoneId'
>;

export interface SettingsDocuments {
  integration: Pick<Integration, 'id' | 'organizationId' | 'wire'>;
  team: Pick<TeamWire, 'maintenanceWindows' | 'timeZoneId'>;
  /** Maintenance windows of the integration alone; those of its team are added. */
  windows: readonly MaintenanceWindowTimes[];
}

/** The part of the view that decides how an incident opens. Pure. */
export function intakeSettingsOf({
  integration,
  team,
  windows,
}: SettingsDocuments): IntakeSettings {
  const { id, organizationId, wire } = integration;
  return {
    integrationId: id,
    organizationId,
    teamId: wire.teamId.toLowerCase(),
    displayName: wire.displayName,
    reopenWithinSeconds: wire.reopenWithinSeconds ?? 0,
    isMuted: wire.isMuted,
    isInMaintenance: wire.isInMaintenance,
    windows: [...windows, ...(team.maintenanceWindows ?? [])],
    snoozeSettings: wire.snoozeSettings,
    holdSettings: wire.holdSettings ?? null,
    timeZoneId: team.timeZoneId ?? 'UTC',
  };
}

/** The mapping of an integration, or that of its type where it has none of its own, with the key of this version. */
export function mappingInForce(
  type: IntegrationType,
  own: IntegrationMappingWire | undefined,
): Pick<IntakeDocuments, 'mapping' | 'mappingKey'> {
  return own
    ? { mapping: own.attributesMapping, mappingKey: contentKey(own) }
    : { mapping: type.mapping, mappingKey: `default:${type.id}` };
}

/** Keyed by content: a mapping that is deleted and created again restarts its versions at one. */
function contentKey(mapping: IntegrationMappingWire): string {
  return hash('sha256', JSON.stringify(mapping.attributesMapping), 'base64url');
}

/** The handling of a payload at `now`: the switches of the integration and every active window (spec 3.4). */
export function maintenanceAt(
  view: Pick<IntakeView, 'isMuted' | 'isInMaintenance' | 'windows'>,
  now: Date,
): { isMuted: boolean; isInMaintenance: boolean } {
  let { isMuted, isInMaintenance } = view;
  for (const window of view.windows) {
    if (!isWithin(window, now.getTime())) continue;
    if (window.type === 'maintenance') isInMaintenance = true;
    else isMuted = true;
  }
  return { isMuted, isInMaintenance };
}
