/**
 * One resource, data source or ephemeral resource on its way from the OpenAPI document to Terraform:
 * members of requests and answers become attributes, and every disagreement is kept.
 */
import type { AttributeOverlay, Ignored } from '../resources/overlay.ts';
import { housekeeping } from '../resources/overlay.ts';
import { snakeCase } from '../rest/names.ts';
import type { WireAttribute, WireAttributes } from '../rest/resolved.ts';
import type { Checks, Presence, ValueType } from '../runtime/schema.ts';
import type { Value } from '../runtime/value.ts';
import type { OpenApiSchema, Reading } from './document.ts';
import { patternWords } from './pattern-words.ts';

/** Top-level names that Terraform keeps for itself. */
const reserved = new Set([
  'count',
  'for_each',
  'provider',
  'lifecycle',
  'depends_on',
  'connection',
  'provisioner',
]);
/** Remembers which parts of the overlay were of use. */
export class Merge {
  readonly reading: Reading;
  readonly problems: string[] = [];
  readonly #name: string;
  readonly #used = new Set<string>();
  #attributes: Readonly<Record<string, AttributeOverlay>> = {};
  #ignored: Ignored = {};

  constructor(reading: Reading, name: string) {
    this.reading = reading;
    this.#name = name;
  }

  use(attributes: Readonly<Record<string, AttributeOverlay>> = {}, ignored: Ignored = {}): void {
    this.#attributes = attributes;
    this.#ignored = ignored;
  }

  problem(text: string): void {
    this.problems.push(`${this.#name}: ${text}`);
  }

  finish(): string[] {
    for (const address of [...Object.keys(this.#attributes), ...Object.keys(this.#ignored)]) {
      if (!this.#used.has(address))
        this.problem(`the overlay speaks of ${address}, the document does not`);
    }
    return this.problems;
  }

  isIgnored(address: string): boolean {
    if (this.#ignored[address] === undefined) return false;
    this.#used.add(address);
    return true;
  }

  /**
   * A word about how the object came about. A member with such a name may also be the subject of a rule: it has
   * members.
   */
  #isHousekeeping(wire: string, { properties = {} }: OpenApiSchema): boolean {
    const told = properties[wire];
    return (
      housekeeping.has(wire) && told !== undefined && this.reading.flatten(told).type !== 'object'
    );
  }

  attributes(
    request: OpenApiSchema | undefined,
    answer: OpenApiSchema | undefined,
    prefix: string,
  ): WireAttributes {
    const sent = request === undefined ? {} : this.reading.flatten(request);
    const told = answer === undefined ? {} : this.reading.flatten(answer);
    const names = [
      ...new Set([...Object.keys(sent.properties ?? {}), ...Object.keys(told.properties ?? {})]),
    ];
    const result: Record<string, WireAttribute> = {};
    for (const wire of names) {
      const address = `${prefix}${wire}`;
      if (sent.properties?.[wire] === undefined && this.#isHousekeeping(wire, told)) continue;
      if (this.isIgnored(address)) continue;
      const required = (sent.required ?? []).includes(wire) ? 'required' : 'optional';
      const [name, attribute] = this.attribute(
        wire,
        sent.properties?.[wire],
        told.properties?.[wire],
        prefix,
        required,
      );
      if (result[name] !== undefined) this.problem(`two members are called ${name}`);
      if (prefix === '' && reserved.has(name))
        this.problem(`${name} is reserved by Terraform: rename ${address}`);
      if (answer !== undefined && told.properties?.[wire] === undefined && !attribute.writeOnly) {
        this.problem(`${address} is sent but never answered: make it writeOnly or ignore it`);
      }
      result[name] = attribute;
      if (attribute.writeOnly === true) result[`${name}_version`] = versionOf(name);
    }
    return result;
  }

  attribute(
    wire: string,
    request: OpenApiSchema | undefined,
    answer: OpenApiSchema | undefined,
    prefix: string,
    required: Presence,
  ): [string, WireAttribute] {
    const address = `${prefix}${wire}`;
    const overlay = this.#attributes[address] ?? {};
    if (this.#attributes[address] !== undefined) this.#used.add(address);
    const asked = request === undefined ? undefined : this.reading.flatten(request);
    const told = answer === undefined ? undefined : this.reading.flatten(answer);
    const shape = asked ?? told ?? {};
    if (asked !== undefined && told !== undefined && asked.type !== told.type) {
      this.problem(`${address} is ${asked.type} in the request and ${told.type} in the answer`);
    }
    const sent = asked !== undefined && asked.readOnly !== true && told?.readOnly !== true;
    const writeOnly = overlay.writeOnly !== undefined;
    const hidden = overlay.sensitive ?? overlay.personal ?? isSecret(shape);
    const isKept = hidden && !writeOnly && overlay.personal !== true;
    const presence = this.#presence(overlay, shape, { sent, required, isKept });
    const base = {
      description: [
        this.#description(overlay, wire, request ?? answer ?? {}),
        ...(overlay.note === undefined ? [] : [overlay.note]),
        ...(isKept && presence === 'optional-computed' ? ['Left as it is unless configured.'] : []),
      ].join(' '),
      presence,
      wire,
      sent,
      ...defaultOf(presence, shape, overlay),
      ...(overlay.nullMeans === undefined ? {} : { nullMeans: overlay.nullMeans }),
      ...(overlay.replaces === true || shape['x-immutable'] === true
        ? { replaces: true as const }
        : {}),
      ...(overlay.volatile === true ? { volatile: true as const } : {}),
      ...(writeOnly ? { writeOnly: true as const } : {}),
      ...(overlay.writeOnly?.clearedBy === undefined
        ? {}
        : { clearedBy: overlay.writeOnly.clearedBy }),
      ...(overlay.equivalent === undefined ? {} : { equivalent: overlay.equivalent }),
      ...(overlay.deprecated === undefined ? {} : { deprecated: overlay.deprecated }),
      ...(asked?.['x-absent-keeps'] === true ? { keptWhenAbsent: true as const } : {}),
      ...(sent ? this.#referenceOf(shape) : {}),
      ...(hidden ? { sensitive: true as const } : {}),
      ...(overlay.personal === true ? { personal: true as const } : {}),
    };
    const name = overlay.rename ?? snakeCase(wire);
    return [name, { ...base, ...this.#typeOf(address, overlay, asked, told, sent) }];
  }

  /** For a list: the reference of its items. */
  #referenceOf(shape: OpenApiSchema): { references?: string } {
    const items = shape.items === undefined ? {} : this.reading.flatten(shape.items);
    const entityType = shape['x-references'] ?? items['x-references'];
    return entityType === undefined ? {} : { references: entityType };
  }

  #presence(
    overlay: AttributeOverlay,
    shape: OpenApiSchema,
    {
      sent,
      required,
      isKept,
    }: { readonly sent: boolean; readonly required: Presence; readonly isKept: boolean },
  ): Presence {
    if (overlay.required === true) return 'required';
    if (required === 'computed' || !sent) return 'computed';
    if (overlay.serverChooses === true || overlay.nullMeans !== undefined)
      return 'optional-computed';
    if (required === 'required' && shape.nullable !== true) return 'required';
    // A secret that nobody writes into a file stays what it is: files are generated without, and it may have been set
    // by hand.
    if (isKept) return 'optional-computed';
    return shape.default === undefined || shape.default === null ? 'optional' : 'optional-computed';
  }

  #description(overlay: AttributeOverlay, wire: string, schema: OpenApiSchema): string {
    if (overlay.description !== undefined) return overlay.description;
    const { own, shared } = this.reading.describe(schema);
    return own !== ''
      ? own
      : [`${humanised(wire)}.`, shared].filter((part) => part !== '').join(' ');
  }

  #typeOf(
    address: string,
    overlay: AttributeOverlay,
    asked: OpenApiSchema | undefined,
    told: OpenApiSchema | undefined,
    sent: boolean,
  ): Pick<WireAttribute, 'type' | 'nested' | 'checks' | 'minItems' | 'maxItems'> {
    const shape = asked ?? told ?? {};
    const request = sent ? asked : undefined;
    if (shape.type === 'array') {
      const items = this.reading.flatten(shape.items ?? {});
      const counts = {
        ...(shape.minItems === undefined ? {} : { minItems: shape.minItems }),
        ...(shape.maxItems === undefined ? {} : { maxItems: shape.maxItems }),
      };
      const nesting = overlay.orderFree === true ? 'set' : 'list';
      if (items.properties !== undefined) {
        const attributes = this.attributes(request?.items, told?.items, `${address}[].`);
        if (
          nesting === 'set' &&
          Object.values(attributes).some(({ presence }) => presence.includes('computed'))
        ) {
          this.problem(`${address} is a set, so nothing in it may be computed`);
        }
        return { nested: { nesting, attributes }, ...counts };
      }
      const element = this.#scalar(`${address}[]`, items);
      const type: ValueType = nesting === 'set' ? { set: element } : { list: element };
      return { type, ...withChecks(items, this.reading.describe(shape.items ?? {})), ...counts };
    }
    if (shape.type === 'object') {
      if (shape.properties !== undefined) {
        return {
          nested: { nesting: 'single', attributes: this.attributes(request, told, `${address}.`) },
        };
      }
      const member = shape.additionalProperties;
      if (typeof member === 'object') {
        const items = this.reading.flatten(member);
        return {
          type: { map: this.#scalar(`${address}{}`, items) },
          ...withChecks(items, this.reading.describe(member)),
        };
      }
      this.problem(`${address} is an object of unknown members: ignore it`);
      return { type: 'string' };
    }
    return {
      type: this.#scalar(address, shape),
      ...withChecks(shape, { own: '', shared: shape.description ?? '' }),
    };
  }

  #scalar(address: string, schema: OpenApiSchema): 'string' | 'number' | 'bool' {
    if (schema.type === 'string') return 'string';
    if (schema.type === 'boolean') return 'bool';
    if (schema.type === 'integer' || schema.type === 'number') return 'number';
    this.problem(`${address} has the type ${schema.type ?? 'none'}, which no attribute can have`);
    return 'string';
  }

  sameMembers(
    left: OpenApiSchema | undefined,
    right: OpenApiSchema | undefined,
    what: string,
    except: readonly string[] = [],
  ): void {
    const names = (schema: OpenApiSchema | undefined) =>
      Object.keys(this.reading.flatten(schema ?? {}).properties ?? {})
        .filter((name) => !except.includes(name))
        .sort()
        .join(', ');
    if (names(left) !== names(right)) {
      this.problem(`${what} different objects (${names(left)}; ${names(right)})`);
    }
  }

  updatable(attributes: WireAttributes, request: OpenApiSchema | undefined): void {
    const accepted = this.reading.flatten(request ?? {}).properties ?? {};
    for (const [name, { sent, wire, replaces }] of Object.entries(attributes)) {
      if (sent && wire !== undefined && replaces !== true && accepted[wire] === undefined) {
        this.problem(`${name} cannot be updated but is not marked as replacing`);
      }
    }
  }
}

function defaultOf(
  presence: Presence,
  shape: OpenApiSchema,
  overlay: AttributeOverlay,
): { default?: Value } {
  const value = overlay.nullMeans ?? shape.default;
  return presence === 'optional-computed' && value !== undefined ? { default: value as Value } : {};
}

function versionOf(name: string): WireAttribute {
  return {
    description: `Any number; raise it to send \`${name}\` again, or after taking it out to clear it.`,
    presence: 'optional',
    type: 'number',
    sent: false,
    local: true,
  };
}

function withChecks(
  schema: OpenApiSchema,
  text: { readonly own: string; readonly shared: string },
): { checks?: Checks } {
  const meaning =
    patternWords.get(schema.pattern ?? '') ?? (text.own || text.shared).replaceAll('`', '');
  const checks: Checks = {
    ...(schema.enum === undefined
      ? {}
      : {
          enum: schema.enum.filter((entry) => entry !== null && entry !== '') as (
            | string
            | number
          )[],
        }),
    ...(schema.pattern === undefined ? {} : { pattern: schema.pattern }),
    ...(schema.pattern === undefined || meaning === '' ? {} : { patternMeaning: meaning }),
    ...(schema.type === 'integer' ? { integer: true } : {}),
    ...(schema.minimum === undefined ? {} : { minimum: schema.minimum }),
    ...(schema.maximum === undefined ? {} : { maximum: schema.maximum }),
    ...(schema.minLength === undefined ? {} : { minLength: schema.minLength }),
    ...(schema.maxLength === undefined ? {} : { maxLength: schema.maxLength }),
  };
  return Object.keys(checks).length === 0 ? {} : { checks };
}

function isSecret(schema: OpenApiSchema): boolean {
  return schema['x-secret'] === true || schema.format === 'password';
}

/** `basicAuthenticationUrl` -> `Basic authentication URL`. */
function humanised(wire: string): string {
  const words = snakeCase(wire)
    .replaceAll('_', ' ')
    .replace(/\b(url|http|ip|sms|ssl|json|sid)\b/g, (word) => word.toUpperCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
}
