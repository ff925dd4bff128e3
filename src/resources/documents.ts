import { type AuditEntry, auditEntry, fieldChanges } from '../audit/index.ts';
import type { Ctx } from '../kernel/index.ts';
import { literalPattern } from '../store/index.ts';
import { maySeeSecrets } from './access.ts';
import type { Resource, ResourceDocument, ResourceKind } from './kind.ts';
import { maskSecrets, openSecrets } from './secrets.ts';

/** Secrets in clear for those who may edit the object, masked for other readers (public-api.md 0.9). */
export function toResource<Wire, Internal>(
  ctx: Ctx,
  kind: ResourceKind<Wire, Internal>,
  document: ResourceDocument<Wire, Internal>,
): Resource<Wire, Internal> {
  const paths = kind.shape.secrets;
  return {
    id: document._id,
    organizationId: document.organizationId ?? ctx.organizationId,
    teamId: document.teamId,
    wire: maySeeSecrets(ctx, document.teamId)
      ? openSecrets(document.wire, paths, ctx.secrets)
      : maskSecrets(document.wire, paths),
    internal: document.internal,
    provisioned: document.provisioned,
    source: document.source,
    version: document.version,
    createdAt: document.createdAt,
    updatedAt: document.updatedAt,
  };
}

export function lookupOf<Wire, Internal>(
  kind: ResourceKind<Wire, Internal>,
  wire: Wire,
  internal: Internal,
): ResourceDocument<Wire>['lookup'] {
  const lookup: ResourceDocument<Wire>['lookup'] = {};
  const displayName = kind.displayNameOf(wire);
  if (displayName !== null) lookup.displayName = displayName.toLowerCase();
  for (const [key, value] of Object.entries(kind.lookupOf?.(wire, internal) ?? {})) {
    if (typeof value === 'string') lookup[key] = value.toLowerCase();
    else if (Array.isArray(value)) {
      // An empty list is left out, too: a sparse unique index would take it for a value.
      if (value.length > 0) lookup[key] = value.map((item) => item.toLowerCase());
    } else if (value !== null) lookup[key] = value;
  }
  return lookup;
}

/** Matches a substring of a lookup value without regard to case; user text is never a pattern. */
export function lookupContains(text: string): { $regex: string } {
  return { $regex: literalPattern(text.toLowerCase()) };
}

/** A date and time as a lookup value: comparable as text, whatever offset it was written with. */
export function lookupInstant(dateTime: string | Date): string {
  return new Date(dateTime).toISOString().toLowerCase();
}

/** The state of an object before or after a change. */
export type AuditedState<Wire, Internal> = Pick<Resource<Wire, Internal>, 'wire' | 'internal'>;

/** The audit entry of a change; `action` whole, such as `team.create`. */
export function entryOf<Wire, Internal>(
  ctx: Ctx,
  kind: ResourceKind<Wire, Internal>,
  action: string,
  id: string,
  before: AuditedState<Wire, Internal> | undefined,
  after: AuditedState<Wire, Internal> | undefined,
): AuditEntry {
  const { secrets } = kind.shape;
  const isSecret = (path: string) => {
    const plain = path.replaceAll(/\.\d+(?=\.|$)/g, '');
    return secrets.some((secret) => plain === secret || plain.startsWith(`${secret}.`));
  };
  const audited = (state: AuditedState<Wire, Internal> | undefined) =>
    state && kind.auditedOf ? { ...state.wire, ...kind.auditedOf(state.internal) } : state?.wire;
  const named = (after ?? before)?.wire;
  return auditEntry(ctx, {
    action,
    entityType: kind.entityType,
    entityId: id,
    entityDisplayName: named === undefined ? null : kind.displayNameOf(named),
    changes: fieldChanges(audited(before), audited(after), isSecret),
    personIds: peopleOf(kind, id, [before?.wire, after?.wire]),
  });
}

function peopleOf<Wire, Internal>(
  kind: ResourceKind<Wire, Internal>,
  id: string,
  states: readonly (Wire | undefined)[],
): string[] {
  const people = states.map((wire) => wire && kind.personOf?.(wire, id)?.toLowerCase());
  return [...new Set(people)].filter((person) => person !== undefined);
}
