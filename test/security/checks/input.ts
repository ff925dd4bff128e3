import type { Schema } from '../../../generate/document.ts';
import { type Answer, membersOf } from '../ask.ts';
import type { SchemaMember } from '../schema-members.ts';

/** What no client may set, whatever kind of object it sends: of ours, of the database, and of JavaScript. */
export function foreignMembers(marker: string): Record<string, unknown> {
  // As text, because an object literal would set the prototype instead of a member.
  return JSON.parse(`{
    "id": "${marker}-id", "_id": "${marker}-_id", "ID": "${marker}-ID", "organizationId": "${marker}-organization",
    "OrganizationID": "${marker}-organization", "tenantId": "${marker}-tenant", "version": 424242424, "__v": 424242424,
    "internal": {"role": "${marker}-internal", "hash": "${marker}-hash", "suspendedAt": null},
    "lookup": {"displayName": "${marker}-lookup"}, "wire": {"displayName": "${marker}-wire"},
    "source": "${marker}-source", "isProvisioned": true, "provisioned": true, "isSuspended": true,
    "createdAt": "1999-09-09T09:09:09.000Z", "updatedAt": "1999-09-09T09:09:09.000Z", "createdBy": "${marker}-by",
    "outbox": [{"action": "${marker}-outbox"}], "key": "${marker}-key", "hash": "${marker}-hash", "isAdmin": true,
    "plan": "${marker}-plan", "webhookUrl": "https://${marker}.example.com/", "$set": {"displayName": "${marker}-set"},
    "$where": "${marker}-where", "a.b": "${marker}-dotted", "__proto__": {"polluted": "${marker}-proto"},
    "constructor": {"prototype": {"polluted": "${marker}-constructor"}}, "prototype": {"polluted": "${marker}"}
  }`) as Record<string, unknown>;
}

/** What of the members above has come through to something that is stored or answered. */
export function tracesOf(marker: string, text: string): string[] {
  const traces = [...text.matchAll(new RegExp(`${marker}[\\w-]*`, 'g'))].map(([trace]) => trace);
  return [...new Set([...traces, ...(text.match(/424242424|1999-09-09/g) ?? [])])];
}

const ids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{24}/gi;

/**
 * Two answers to the same request, one with members that mean nothing: they differ in nothing but names, secrets and
 * times.
 */
export function changeBy(what: string, plain: Answer, treated: Answer): string | null {
  const [before, after] = [plain, treated].map(({ status, text }) => ({
    status,
    text: text
      .replaceAll(ids, 'ID')
      .replaceAll(/\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d[.\d]*Z?/g, 'TIME')
      .replaceAll(/"(?:key|prefix|last4|url|hash|publicCalendarUrl\w*)":"[^"]*"/g, '"SECRET"')
      .replaceAll(/tocsin-domain-proof=[\w-]+/g, 'PROOF')
      .replaceAll(/"microseconds":[\d.]+/g, '"TOOK"'),
  }));
  if (before?.status !== after?.status)
    return `${what}: ${before?.status} became ${after?.status} ${after?.text.slice(0, 300)}`;
  const [was = '', is = ''] = [before?.text, after?.text];
  if (was === is) return null;
  const start = [...was].findIndex((letter, place) => letter !== is[place]);
  const shown = (text: string) => text.slice(Math.max(0, start - 40), start + 100);
  return `${what}: ${shown(was)} became ${shown(is)}`;
}

/** An operator of the database where a value belongs must be refused, and must not upset anything. */
export function complaintAboutOperator(
  what: string,
  answer: Answer,
  mayBeIgnored = false,
): string | null {
  const { status, text } = answer;
  if (status >= 500) return `${what}: a fault, ${status} ${text.slice(0, 200)}`;
  return status < 300 && !mayBeIgnored ? `${what} is taken: ${status} ${text.slice(0, 200)}` : null;
}

/** How many objects an answer lists. */
export function countIn(answer: Answer): number {
  return Object.values(membersOf(answer)).reduce<number>(
    (count, value) => count + (Array.isArray(value) ? value.length : 0),
    0,
  );
}

/** A parameter that is not understood must not open a filter. */
export function complaintAboutFilter(
  what: string,
  { plain, treated }: { plain: Answer; treated: Answer },
): string | null {
  if (treated.status >= 500)
    return `${what}: a fault, ${treated.status} ${treated.text.slice(0, 200)}`;
  if (treated.status >= 300) return null;
  if (plain.status >= 300)
    return `${what} is answered ${treated.status} instead of ${plain.status}`;
  return countIn(treated) > countIn(plain)
    ? `${what} lists ${countIn(treated)} instead of ${countIn(plain)}`
    : null;
}

/** Members without a bound on what they may hold. */
export function unboundedIn(operation: string, members: readonly SchemaMember[]): string[] {
  return members.flatMap(({ place, schema, isReadOnly }) => {
    const where = `${operation} ${place.join('.')}`.trim();
    if (isReadOnly) return [];
    if (schema.type === 'string' && !isBoundedText(schema)) return [`${where}: text`];
    if (schema.type === 'array' && schema.maxItems === undefined) return [`${where}: list`];
    const isOpen = schema.additionalProperties && schema.maxProperties === undefined;
    return isOpen ? [`${where}: members`] : [];
  });
}

function isBoundedText({ maxLength, enum: values, format, pattern }: Schema): boolean {
  if (maxLength !== undefined || values !== undefined || format === 'date-time') return true;
  // A pattern bounds when it is about the whole text and repeats nothing without end.
  return pattern !== undefined && /^\^.*\$$/.test(pattern) && !/(?<!\\)(?:[*+]|,\})/.test(pattern);
}
