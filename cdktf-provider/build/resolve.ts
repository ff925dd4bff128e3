/**
 * Merges the OpenAPI document with the overlays. Nothing is settled silently: a member that is
 * neither an attribute nor ignored, an overlay that no member answers to, shapes that differ
 * between request and answer, a reserved name: each stops the build, all are reported together.
 */

import type { DataSourceOverlay, EphemeralOverlay, ResourceOverlay } from '../resources/overlay.ts';
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
import type { DocumentedOperation, OpenApiDocument } from './document.ts';
import { DocumentError, readDocument } from './document.ts';
import { Merge } from './merge.ts';
import { withWriteOnlyVariants } from './write-only.ts';

/** Query parameters that a data source handles itself or does not offer. */
const plumbing = new Set(['Offset', 'IdLessThan', 'Limit', 'organizationId']);

class ResolveError extends Error {
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
    ...withWriteOnlyVariants(merge.attributes(create.request, answer, '')),
    ...overlay.own?.attributes,
  };
  const parameters = overlay.parameters ?? {};
  for (const attribute of Object.values(parameters)) {
    if (attributes[attribute] === undefined)
      merge.problem(`no attribute ${attribute} for a path parameter`);
  }
  merge.updatable(attributes, update.request);
  const { list, delete: removal } = overlay.operations;
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
      ...(removal === undefined
        ? {}
        : { delete: operationOf(reading.operation(removal), parameters) }),
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

/** Nothing is made by a look-up, so nothing of it makes a new object. */
function lookedUp(attributes: WireAttributes): WireAttributes {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, { replaces: _never, nested, ...attribute }]) => [
      name,
      nested === undefined
        ? attribute
        : { ...attribute, nested: { ...nested, attributes: lookedUp(nested.attributes) } },
    ]),
  );
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
  const takes = (name: string) => operation.parameters.some((one) => one.name === name);
  const pagedById = takes('IdLessThan');
  const paged = pagedById || takes('Offset');
  const common = { operation: operationOf(operation, {}), query };
  const schema = (attributes: WireAttributes) => ({
    version: 0,
    description: overlay.description,
    attributes: lookedUp(attributes),
  });
  if (overlay.items === undefined) {
    const told = merge.attributes(undefined, answer, '');
    const attributes = { ...told, ...askedAndTold(asked, told) };
    if (overlay.byId === undefined) return { schema: schema(attributes), ...common };
    const byId = reading.operation(overlay.byId);
    const members = reading.flatten(byId.response ?? {}).properties ?? {};
    for (const name of Object.keys(answer.properties ?? {}))
      if (members[name] === undefined) merge.problem(`${byId.id} answers no ${name}`);
    const { id } = attributes;
    if (id === undefined) throw new DocumentError(`${byId.id} answers no id`);
    const parameter = /\{(\w+)\}/.exec(byId.path)?.[1] ?? 'id';
    return {
      schema: schema({
        ...attributes,
        id: {
          ...id,
          presence: 'optional-computed',
          checks: uuidChecks,
          description: 'Id of the object, to find it by.',
        },
      }),
      ...common,
      byId: operationOf(byId, { [parameter]: 'id' }),
    };
  }
  const member = answer.properties?.[overlay.items];
  if (member === undefined) throw new DocumentError(`${operation.id} answers no ${overlay.items}`);
  const name = overlay.itemsAttribute ?? snakeCase(overlay.items);
  const [, items] = merge.attribute(overlay.items, undefined, member, '', 'computed');
  return {
    schema: schema({ ...asked, [name]: { ...items, description: 'What was found.' } }),
    ...common,
    items: {
      attribute: name,
      wire: overlay.items,
      paged,
      ...(pagedById ? { pagedById } : {}),
    },
  };
}

const uuidChecks = {
  pattern: '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$',
  patternMeaning: 'A UUID, in any letter case.',
};

/** An argument of a search that the answer tells too is filled in when it was not asked. */
function askedAndTold(
  asked: Readonly<Record<string, WireAttribute>>,
  told: WireAttributes,
): WireAttributes {
  return Object.fromEntries(
    Object.entries(asked).map(([name, attribute]) => {
      const { wire } = told[name] ?? {};
      if (wire === undefined) return [name, attribute];
      const presence = attribute.presence === 'required' ? 'required' : 'optional-computed';
      return [name, { ...told[name], ...attribute, presence, wire }];
    }),
  );
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
