import type { components } from '../contract/index.ts';
import {
  type Actor,
  type Ctx,
  invalidField,
  isUuid,
  systemContext,
  type World,
} from '../kernel/index.ts';
import {
  byLookup,
  defineKind,
  findResource,
  listResources,
  lookupInstant,
  type Resource,
  wireShapes,
} from '../resources/index.ts';
import { say } from '../sentences/index.ts';
import type { PageLanguage } from './state-words.ts';
import type { StatusPage } from './status-pages.ts';

/** The document's PublicUpdate as it is stored; services and pages in it may have been deleted. */
export type PublicUpdateWire = Required<components['schemas']['PublicUpdateInput']>;
export type PublicUpdateState = NonNullable<PublicUpdateWire['state']>;

export interface PublicUpdateInternal {
  /** Null for a draft. */
  publishedAt: string | null;
  publishedById: string | null;
  createdById: string | null;
}

export type PublicUpdate = Resource<PublicUpdateWire, PublicUpdateInternal>;

export const publicUpdateKind = defineKind<PublicUpdateWire, PublicUpdateInternal>({
  entityType: 'PublicUpdate',
  noun: 'public-update',
  collection: 'public_updates',
  shape: wireShapes.PublicUpdate,
  displayNameOf: ({ messages }) => messages[0]?.message.slice(0, 100) ?? null,
  lookupOf: ({ serviceIds, incidentIds, isPublished }, { publishedAt }) => ({
    serviceIds,
    incidentIds,
    isPublished: String(isPublished),
    publishedAt: publishedAt && lookupInstant(publishedAt),
  }),
  filters: {
    ServiceId: byLookup('serviceIds'),
    IncidentId: byLookup('incidentIds'),
  },
  auditedOf: ({ publishedAt }) => ({ publishedAt }),
  prepare(ctx, wire, current) {
    demandOneOfEach(wire.messages);
    if (wire.serviceIds.length === 0)
      throw invalidField('serviceIds', say('publicUpdateNeedsService'));
    return { wire, internal: internalOf(ctx, wire, current?.internal) };
  },
  // For updates on a page, by when they were published.
  indexes: [[{ organizationId: 1, 'lookup.isPublished': 1, 'lookup.publishedAt': 1 }]],
});

export type PublicUpdateTemplateWire = Required<components['schemas']['PublicUpdateTemplateInput']>;

/** Texts to start an update from. */
export const publicUpdateTemplateKind = defineKind<PublicUpdateTemplateWire>({
  entityType: 'PublicUpdateTemplate',
  noun: 'public-update-template',
  collection: 'public_update_templates',
  shape: wireShapes.PublicUpdateTemplate,
  displayNameOf: (template) => template.displayName,
  prepare(_ctx, wire) {
    demandOneOfEach(wire.messages);
    return { wire, internal: {} };
  },
});

function demandOneOfEach(messages: PublicUpdateWire['messages']): void {
  if (new Set(messages.map(({ language }) => language)).size < messages.length)
    throw invalidField('messages', say('oneTextPerLanguage'));
}

/** An update that is published again after it was withdrawn counts as said at that time. */
function internalOf(
  ctx: Ctx,
  { isPublished }: PublicUpdateWire,
  current: PublicUpdateInternal | undefined,
): PublicUpdateInternal {
  const by = idOf(ctx.actor);
  const createdById = current ? current.createdById : by;
  if (!isPublished) return { publishedAt: null, publishedById: null, createdById };
  if (current?.publishedAt) return current;
  return { publishedAt: ctx.clock.now().toISOString(), publishedById: by, createdById };
}

function idOf(actor: Actor): string | null {
  return 'id' in actor ? (actor.id ?? null) : null;
}

/** The updates published for the page since then, oldest first. */
export async function publishedOn(
  world: World,
  page: StatusPage,
  serviceIds: readonly string[],
  since: Date,
): Promise<PublicUpdate[]> {
  const ctx = systemContext(world, page.organizationId);
  const { items } = await listResources(ctx, publicUpdateKind, {
    ...ofPublication(true),
    'lookup.publishedAt': { $gt: lookupInstant(since) },
    'lookup.serviceIds': { $in: [...serviceIds] },
  });
  return items
    .filter((update) => isFor(update, page))
    .toSorted((a, b) => saidAt(a).getTime() - saidAt(b).getTime());
}

/** Whether somebody chose the page, or none. */
export function isFor({ wire }: PublicUpdate, { id }: StatusPage): boolean {
  return wire.statusPageIds?.some((chosen) => chosen.toLowerCase() === id) ?? true;
}

/** When customers read it first. */
export function saidAt({ internal, updatedAt }: PublicUpdate): Date {
  return internal.publishedAt === null ? updatedAt : new Date(internal.publishedAt);
}

/** The update, published or not; null where the organization has none with this id. */
export async function findPublicUpdate(
  world: World,
  organizationId: string,
  id: string,
): Promise<PublicUpdate | null> {
  if (!isUuid(id)) return null;
  return findResource(systemContext(world, organizationId), publicUpdateKind, {
    _id: id.toLowerCase(),
  });
}

/** The filter of lists of published updates, or of drafts. */
export function ofPublication(isPublished: boolean): Record<string, unknown> {
  return { 'lookup.isPublished': String(isPublished) };
}

/** A text for customers in one or more languages; null where nobody said in which. */
export interface PublicText {
  language: PageLanguage | null;
  text: string;
}

/** In the reader's language where there is one, else the first. Pure. */
export function textIn(texts: readonly PublicText[], language: PageLanguage): string {
  return (texts.find((one) => one.language === language) ?? texts[0])?.text ?? '';
}

/** The texts of the update, about services of these names. Pure. */
export function textsOf({ wire }: PublicUpdate, names: readonly string[]): PublicText[] {
  return wire.messages.map(({ language, message }) => ({
    language,
    text: message.replaceAll('{service}', () => listed(names, language)),
  }));
}

/** `A, B and C`, as the language says it. */
function listed(names: readonly string[], language: PageLanguage): string {
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(names);
}
