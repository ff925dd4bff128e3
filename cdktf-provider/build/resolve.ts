/**
 * Merges the OpenAPI document with the overlays. Nothing is settled silently: a member that is
 * neither an attribute nor ignored, an overlay that no member answers to, shapes that differ
 * between request and answer, a reserved name: each stops the build, all are reported together.
 */

import type {
  AttributeOverlay,
  DataSourceOverlay,
  EphemeralOverlay,
  Ignored,
  ResourceOverlay,
} from '../resources/overlay.ts';
import { housekeeping } from '../resources/overlay.ts';
import { snakeCase } from '../rest/names.ts';
import type {
  Operation,
  ResolvedDataSource,
  ResolvedEphemeral,
  ResolvedProvider,
  ResolvedResource,
  WireAttribute,
  WireAttributes,
} from '../rest/resolved.ts';
import type { Checks, Presence, ValueType } from '../runtime/schema.ts';
import type { Value } from '../runtime/value.ts';
import type { DocumentedOperation, OpenApiDocument, OpenApiSchema, Reading } from './document.ts';
import { DocumentError, readDocument } from './document.ts';

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
/** Query parameters that a data source handles itself or does not offer. */
const plumbing = new Set(['Offset', 'Limit', 'organizationId']);

export class ResolveError extends Error {
  override readonly name = 'ResolveError';
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(
      `The overlays and the OpenAPI document disagree:\n${problems.map((line) => `- ${line}`).join('\n')}`,
    );
    this.problems = problems;
  }
}

/** Throws ResolveError with every disagreement. */
export function resolveProvider(
  document: OpenApiDocument,
  overlays: readonly ResourceOverlay[],
  moreDataSources: readonly DataSourceOverlay[],
  ephemerals: readonly EphemeralOverlay[],
): ResolvedProvider {
  const reading = readDocument(document);
  const problems: string[] = [];
  const resources: Record<string, ResolvedResource> = {};
  const dataSources: Record<string, ResolvedDataSource> = {};
  const ephemeralResources: Record<string, ResolvedEphemeral> = {};
  const collect = (name: string, work: (merge: Merge) => void) => {
    const merge = new Merge(reading, name);
    try {
      work(merge);
      problems.push(...merge.finish());
    } catch (error) {
      if (!(error instanceof DocumentError)) throw error;
      problems.push(...merge.problems, `${name}: ${error.message}`);
    }
  };
  for (const overlay of overlays) {
    collect(overlay.type, (merge) => {
      resources[overlay.type] = resolveResource(merge, overlay);
    });
  }
  for (const overlay of [
    ...overlays.flatMap((entry) => entry.dataSources ?? []),
    ...moreDataSources,
  ]) {
    collect(`data ${overlay.type}`, (merge) => {
      dataSources[overlay.type] = resolveDataSource(merge, overlay);
    });
  }
  for (const overlay of ephemerals) {
    collect(`ephemeral ${overlay.type}`, (merge) => {
      ephemeralResources[overlay.type] = resolveEphemeral(merge, overlay);
    });
  }
  if (problems.length > 0) throw new ResolveError(problems);
  return { resources, dataSources, ephemeralResources };
}

function resolveResource(merge: Merge, overlay: ResourceOverlay): ResolvedResource {
  const { reading } = merge;
  merge.use(overlay.attributes, overlay.ignore);
  const create = reading.operation(overlay.operations.create);
  const read = reading.operation(overlay.operations.read);
  const update = reading.operation(overlay.operations.update);
  const answer = read.response ?? {};
  merge.sameMembers(
    create.response,
    answer,
    `${create.id} and ${read.id} answer`,
    overlay.shownOnce,
  );
  merge.sameMembers(update.response, answer, `${update.id} and ${read.id} answer`);

  const attributes = {
    ...merge.attributes(create.request, answer, ''),
    ...overlay.own?.attributes,
  };
  const parameters = overlay.parameters ?? {};
  for (const attribute of Object.values(parameters)) {
    if (attributes[attribute] === undefined)
      merge.problem(`no attribute ${attribute} for a path parameter`);
  }
  merge.updatable(attributes, update.request);
  const { list } = overlay.operations;
  if (list !== undefined) {
    const items = reading.flatten(reading.operation(list.operation).response ?? {}).properties?.[
      list.items
    ];
    merge.sameMembers(
      reading.flatten(items ?? {}).items,
      answer,
      `${list.operation} lists and ${read.id} answers`,
    );
  }
  return {
    schema: { version: overlay.version ?? 0, description: overlay.description, attributes },
    operations: {
      create: operationOf(create, parameters),
      read: operationOf(read, parameters),
      update: operationOf(update, parameters),
      delete: operationOf(reading.operation(overlay.operations.delete), parameters),
    },
    importAttributes:
      overlay.importAttributes ??
      (Object.values(parameters).length > 0 ? ['id', ...Object.values(parameters)] : ['id']),
    ...(overlay.takesOver === undefined ? {} : { takesOver: overlay.takesOver }),
    ...(list === undefined
      ? {}
      : {
          list: {
            operation: operationOf(reading.operation(list.operation), {}),
            items: list.items,
          },
        }),
  };
}

function resolveDataSource(merge: Merge, overlay: DataSourceOverlay): ResolvedDataSource {
  const { reading } = merge;
  merge.use(overlay.attributes, overlay.ignore);
  const operation = reading.operation(overlay.operation);
  const answer = reading.flatten(operation.response ?? {});
  const query: Record<string, string> = {};
  const asked: Record<string, WireAttribute> = {};
  for (const parameter of operation.parameters) {
    if (
      parameter.in === 'header' ||
      plumbing.has(parameter.name) ||
      merge.isIgnored(parameter.name)
    )
      continue;
    const presence =
      parameter.in === 'path' || parameter.required === true ? 'required' : 'optional';
    const schema = {
      ...parameter.schema,
      ...(parameter.description === undefined ? {} : { description: parameter.description }),
    };
    const [name, attribute] = merge.attribute(parameter.name, schema, undefined, '', presence);
    asked[name] = attribute;
    if (parameter.in === 'query') query[name] = parameter.name;
  }
  const paged = operation.parameters.some((parameter) => parameter.name === 'Offset');
  const common = { operation: operationOf(operation, {}), query };
  const schema = (attributes: WireAttributes) => ({
    version: 0,
    description: overlay.description,
    attributes,
  });
  if (overlay.items === undefined) {
    const told = merge.attributes(undefined, answer, '');
    const both = Object.entries(asked).map(([name, attribute]): [string, WireAttribute] => {
      const same = told[name];
      return [
        name,
        same === undefined
          ? attribute
          : {
              ...same,
              ...attribute,
              presence: attribute.presence === 'required' ? 'required' : 'optional-computed',
              ...(same.wire === undefined ? {} : { wire: same.wire }),
            },
      ];
    });
    return { schema: schema({ ...told, ...Object.fromEntries(both) }), ...common };
  }
  const member = answer.properties?.[overlay.items];
  if (member === undefined) throw new DocumentError(`${operation.id} answers no ${overlay.items}`);
  const name = overlay.itemsAttribute ?? snakeCase(overlay.items);
  const [, items] = merge.attribute(overlay.items, undefined, member, '', 'computed');
  return {
    schema: schema({ ...asked, [name]: { ...items, description: 'What was found.' } }),
    ...common,
    items: { attribute: name, wire: overlay.items, paged },
  };
}

function resolveEphemeral(merge: Merge, overlay: EphemeralOverlay): ResolvedEphemeral {
  merge.use(overlay.attributes, overlay.ignore);
  const open = merge.reading.operation(overlay.open);
  return {
    schema: {
      version: 0,
      description: overlay.description,
      attributes: merge.attributes(open.request, open.response, ''),
    },
    open: operationOf(open, {}),
    close: operationOf(merge.reading.operation(overlay.close), {}),
  };
}

function operationOf(
  operation: DocumentedOperation,
  parameters: Readonly<Record<string, string>>,
): Operation {
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
  return {
    id: operation.id,
    method: operation.method as Operation['method'],
    path: operation.path,
    parameters: Object.fromEntries(
      names.map((name) => [name, parameters[name] ?? snakeCase(name)]),
    ),
    idempotencyKey: operation.parameters.some((parameter) => parameter.name === 'Idempotency-Key'),
  };
}

/** One resource or data source on its way; remembers which parts of the overlay were of use. */
class Merge {
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

  isIgnored(address: string, isAnswerOnly = false): boolean {
    if (isAnswerOnly && housekeeping.has(address.split('.').at(-1) ?? '')) return true;
    if (this.#ignored[address] === undefined) return false;
    this.#used.add(address);
    return true;
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
      if (this.isIgnored(address, sent.properties?.[wire] === undefined)) continue;
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
    if (
      sent &&
      told === undefined &&
      prefix === '' &&
      required !== 'computed' &&
      !writeOnly &&
      this.#name.startsWith('tocsin')
    ) {
      this.problem(`${address} is sent but never answered: make it writeOnly or ignore it`);
    }
    const presence = this.#presence(overlay, shape, sent, required);
    const base = {
      description: this.#description(overlay, wire, request ?? answer ?? {}),
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
      ...((overlay.sensitive ?? isSecret(shape)) ? { sensitive: true as const } : {}),
    };
    const name = overlay.rename ?? snakeCase(wire);
    return [name, { ...base, ...this.#typeOf(address, overlay, asked, told, sent) }];
  }

  #presence(
    overlay: AttributeOverlay,
    shape: OpenApiSchema,
    sent: boolean,
    required: Presence,
  ): Presence {
    if (overlay.required === true) return 'required';
    if (required === 'computed' || !sent) return 'computed';
    if (overlay.serverChooses === true || overlay.nullMeans !== undefined)
      return 'optional-computed';
    if (required === 'required' && shape.nullable !== true) return 'required';
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
  const meaning = (text.own || text.shared).replaceAll('`', '');
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
