import { resolved, type Schema, schemaNamed } from '../../../openapi/types/request-schemas.ts';
import { isObject } from '../../kernel/index.ts';
import type { Added } from '../model/added.ts';
import type { Level } from '../model/ledger.ts';
import type { ImportedType } from '../model/neutral.ts';
import { cut } from '../model/texts.ts';

/** The schema of the request that makes an object of a type, by its name in the document. */
const schemaNames: Readonly<Record<ImportedType, string>> = {
  tocsin_user: 'UserInput',
  tocsin_user_notification_rules: 'UserNotificationRulesInput',
  tocsin_team: 'TeamInput',
  tocsin_team_membership: 'TeamMembershipInput',
  tocsin_team_escalations: 'TeamEscalationsInput',
  tocsin_on_call_override: 'OnCallOverrideInput',
  tocsin_integration: 'InboundIntegrationInput',
  tocsin_integration_mapping: 'MappingInput',
  tocsin_integration_maintenance_window: 'MaintenanceWindowInput',
  tocsin_outbound_integration: 'OutboundIntegrationInput',
  tocsin_routing: 'RoutingInput',
  tocsin_schedule: 'OnCallScheduleInput',
  tocsin_temporary_schedule: 'TemporaryScheduleInput',
  tocsin_suppression_rule: 'SuppressionRuleInput',
  tocsin_support_hours: 'SupportHoursInput',
  tocsin_escalation_policy: 'EscalationPolicyInput',
  tocsin_silence: 'SilenceInput',
  tocsin_service: 'ServiceInput',
  tocsin_service_maintenance: 'ServiceMaintenanceInput',
  tocsin_status_page: 'StatusPageInput',
};

/** Notes what was done about the member that has this name in the files. */
type Note = (level: Level, text: string) => void;

/** Stands for a value that has no place. */
const gone = Symbol('gone');

/**
 * The object within the bounds of the contract, whatever the product allowed: texts and lists are cut, numbers become
 * the nearest that is taken, unknown words go. A value that cannot be mended so stays as it is, and is noted, too.
 */
export function fitted<One extends Added>(object: One, note: Note): One {
  const body = bounded(object.body, schemaNamed(schemaNames[object.type]), '', true, note);
  return body === object.body ? object : { ...object, body };
}

function bounded(
  value: unknown,
  given: Schema,
  at: string,
  isNeeded: boolean,
  note: Note,
): unknown {
  const { items, ...schema } = resolved(given);
  if (value === null || value === undefined) return value;
  // Keys of other objects stand where ids will be.
  const isReference = schema['x-references'] !== undefined;
  if (Array.isArray(value))
    return fitList(value, items && !isReference ? { ...schema, items } : schema, at, note);
  if (isReference) return value;
  const words: readonly unknown[] | undefined = schema.enum;
  if (typeof value === 'number') return fitNumber(value, schema, at, note);
  if (words && !words.includes(value)) {
    const word = String(value);
    note(
      'behaviour',
      isNeeded ? `${at} cannot be ${word} here` : `${at} cannot be ${word} here, and is left out`,
    );
    return isNeeded ? value : gone;
  }
  if (typeof value === 'string') return fitText(value, schema, at, note);
  return isObject(value) ? fitMembers(value, schema, at, note) : value;
}

function fitText(text: string, schema: Schema, at: string, note: Note): string {
  const { maxLength = Number.POSITIVE_INFINITY, minLength = 0 } = schema;
  if (schema.format === 'date-time' && withoutOffset.test(text)) {
    note('approximated', `${at} is read in UTC, as ${text} does not say its zone`);
    return `${text}Z`;
  }
  if (text === '' && minLength > 0 && schema['x-secret'])
    note('secret', `${at} is not told by the source: you have to bring it`);
  else if (text.length < minLength) note('behaviour', `${at} must not be so short here`);
  else if (schema.pattern && !schema['x-secret'] && !new RegExp(schema.pattern, 'u').test(text))
    note('behaviour', `${at} cannot be ${text} here`);
  if (text.length <= maxLength) return text;
  if (schema['x-secret']) {
    note('behaviour', `${at} has more than the ${maxLength} characters that are taken here`);
    return text;
  }
  note('approximated', `${at} is cut after ${maxLength} characters, as no more are taken here`);
  return cut(text, maxLength);
}

const withoutOffset = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?$/;

function fitNumber(
  number: number,
  { type, minimum, maximum, enum: choices = [] }: Schema,
  at: string,
  note: Note,
): number {
  const whole = type === 'integer' ? Math.round(number) : number;
  const near = choices.some((one) => typeof one === 'number')
    ? nearest(number, choices)
    : Math.max(minimum ?? whole, Math.min(maximum ?? whole, whole));
  if (near !== number) note('behaviour', `${at} is ${near} instead of ${number}, the nearest here`);
  return near;
}

/** The nearest choice; the larger of two that are equally near. */
function nearest(number: number, choices: readonly unknown[]): number {
  const numbers = choices.filter((one) => typeof one === 'number');
  const distance = (one: number) => Math.abs(one - number);
  return (
    numbers.toSorted((one, other) => distance(one) - distance(other) || other - one)[0] ?? number
  );
}

function fitList(list: unknown[], { items, maxItems }: Schema, at: string, note: Note): unknown[] {
  const most = maxItems ?? list.length;
  if (list.length > most)
    note('behaviour', `${list.length - most} of ${at} are left out: ${most} are taken here`);
  const kept = list.slice(0, most);
  if (!items) return kept.length === list.length ? list : kept;
  const fits = kept
    .map((one) => bounded(one, items, at, false, note))
    .filter((one) => one !== gone);
  const isSame = fits.length === list.length && fits.every((one, index) => one === list[index]);
  return isSame ? list : fits;
}

function fitMembers(
  value: Readonly<Record<string, unknown>>,
  { properties = {}, required = [] }: Schema,
  at: string,
  note: Note,
): Readonly<Record<string, unknown>> {
  const changed: Record<string, unknown> = { ...value };
  for (const [name, member] of Object.entries(value)) {
    const schema = properties[name];
    if (!schema) continue;
    const path = at === '' ? name : `${at}.${name}`;
    const fits = bounded(member, schema, path, required.includes(name), note);
    if (fits === gone) delete changed[name];
    else changed[name] = fits;
  }
  const names = Object.keys(value);
  return names.every((name) => changed[name] === value[name] && name in changed) ? value : changed;
}
