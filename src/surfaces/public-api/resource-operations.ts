import type { OperationAnswer, OperationRequest } from '../../http/index.ts';
import { AppError, type Ctx, notFound } from '../../kernel/index.ts';
import {
  type CreateOptions,
  createResource,
  filterOf,
  findResource,
  fromWire,
  getResource,
  listResources,
  type ReplaceOptions,
  type Resource,
  type ResourceKind,
  removeResource,
  replaceResource,
  resourceExists,
} from '../../resources/index.ts';
import { say } from '../../sentences/index.ts';
import { type ApiCaller, actingFor } from './caller.ts';
import {
  type AllHandlers,
  type Answer,
  type Handler,
  type OperationId,
  ok,
  okObject,
} from './handlers.ts';

type Members = Record<string, unknown>;
type DerivedMembers<Wire, Internal> = (resource: Resource<Wire, Internal>) => Members;

/** The names that follow `create` and `list` in the operationIds of the document. */
type ResourceName = OperationId extends infer Id
  ? Id extends `create${infer Name}`
    ? Name
    : never
  : never;
type ListName = OperationId extends infer Id
  ? Id extends `list${infer List}`
    ? List
    : never
  : never;

type View<Name extends ResourceName> = Answer<`get${Name}` & OperationId>;
type ListAnswer<List extends ListName> = Answer<`list${List}` & OperationId>;

/** How the operations of one kind differ; everything else is the same for all. */
export interface ResourceOperations<
  Wire extends object,
  Internal,
  Name extends ResourceName,
  List extends ListName,
> {
  kind: ResourceKind<Wire, Internal>;
  /** As in `createTeam`. */
  name: Name;
  /** As in `listTeams`. */
  list: List;
  /** Member of the list answer that holds the items. */
  items: Exclude<keyof ListAnswer<List>, 'hasMore'> & string;
  /** Default size of a page; 20 when left out. */
  pageLimit?: number;
  /** Operations that the document does not have for this kind. */
  except?: readonly ('replace' | 'search')[];
  /** Name of the path parameter with the id; default `id`. */
  idParameter?: string;
  /** The user to whom an object belongs, who may change it whatever their role (`x-self-service`). */
  ownerOf?(wire: Partial<Wire>): string;
  /** Set when the module has its own function for it. */
  create?(
    caller: ApiCaller,
    given: Partial<Wire>,
    options: CreateOptions,
  ): Promise<Resource<Wire, Internal>>;
  replace?(
    caller: ApiCaller,
    id: string,
    given: Partial<Wire>,
    options: ReplaceOptions,
  ): Promise<Resource<Wire, Internal>>;
  /** Members of the answer that are not stored; computed once for all objects of an answer. */
  derivedMembers?(
    caller: ApiCaller,
    resources: readonly Resource<Wire, Internal>[],
  ): DerivedMembers<Wire, Internal> | Promise<DerivedMembers<Wire, Internal>>;
  remove?(ctx: Ctx, id: string): Promise<unknown>;
}

type Verb = 'create' | 'get' | 'replace' | 'delete' | 'search';
type ResourceHandlers<Name extends ResourceName, List extends ListName> = Pick<
  AllHandlers,
  (`${Verb}${Name}` | `list${List}`) & OperationId
>;

/** The six operations that every stored object has, keyed by their operationIds. */
export function resourceOperations<
  Wire extends object,
  Internal,
  Name extends ResourceName,
  List extends ListName,
>(definition: ResourceOperations<Wire, Internal, Name, List>): ResourceHandlers<Name, List> {
  const { kind, name, list, ownerOf } = definition;
  const view = viewOf(definition);
  const idOf = ({ params }: OperationRequest) => params[definition.idParameter ?? 'id'] ?? '';
  const own = (caller: ApiCaller, wire: Partial<Wire>) =>
    ownerOf ? actingFor(caller, ownerOf(wire)) : caller;
  const handlers: Record<string, Handler> = {
    [`create${name}`]: async (caller, request) => {
      const given = request.body as Partial<Wire>;
      const id = kind.sharesId ? sharedId(request, definition.idParameter) : caller.making?.id;
      const { making } = caller;
      if (making?.mayExist && !kind.sharesId && (await resourceExists(caller, kind, making.id)))
        return ok(await view(caller, await getResource(caller, kind, making.id)));
      const acting = own(caller, given);
      const options = {
        provision: provisionOf(caller, request),
        ...(id === undefined ? {} : { id }),
      };
      const created = definition.create
        ? await definition.create(acting, given, options)
        : await createResource(acting, kind, given, options);
      return okObject(created, await view(caller, created));
    },
    [`get${name}`]: async (caller, request) => {
      const found = await getResource(caller, kind, idOf(request));
      return okObject(found, await view(caller, found));
    },
    [`replace${name}`]: async (caller, request) => {
      const given = request.body as Partial<Wire>;
      const acting = await actingOn(caller, request, given);
      const options = { provision: provisionOf(caller, request) };
      const replaced = definition.replace
        ? await definition.replace(acting, idOf(request), given, options)
        : await replaceResource(acting, kind, idOf(request), given, options);
      return okObject(replaced, await view(caller, replaced));
    },
    [`delete${name}`]: async (caller, request) => {
      const acting = await actingOn(caller, request);
      await (definition.remove ?? ((ctx: Ctx, id: string) => removeResource(ctx, kind, id)))(
        acting,
        idOf(request),
      );
      return ok({});
    },
    [`search${name}`]: async (caller, { query }) => {
      const filter = filterOf(kind, query, 'whole');
      if (Object.keys(filter).length === 0)
        throw new AppError('validation-failed', say('searchEmpty'));
      const found = await findResource(caller, kind, filter);
      if (!found) throw new AppError('not-found', say('noMatch', { what: kind.entityType }));
      return okObject(found, await view(caller, found));
    },
    [`list${list}`]: (caller, { query }) => listOf(definition, caller, query),
  };
  for (const verb of definition.except ?? []) delete handlers[`${verb}${name}`];
  // as unknown as: the names are put together here, and the compiler does not follow. The router compares them with the
  // document.
  return handlers as unknown as ResourceHandlers<Name, List>;

  /** An object that a user may change because they own it must be theirs before and after. */
  async function actingOn(caller: ApiCaller, request: OperationRequest, given?: Partial<Wire>) {
    if (!ownerOf) return caller;
    const current = await getResource(caller, kind, idOf(request));
    const isGivenAway = given !== undefined && own(caller, given) === caller;
    return isGivenAway ? caller : own(caller, current.wire);
  }
}

/** The list answer: a page of objects under the name of the kind, filtered by query. */
export async function listOf<Wire extends object, Internal, List extends ListName>(
  definition: Pick<
    ResourceOperations<Wire, Internal, ResourceName, List>,
    'kind' | 'list' | 'items' | 'pageLimit' | 'derivedMembers'
  >,
  caller: ApiCaller,
  query: Readonly<Record<string, unknown>>,
  more: Members = {},
): Promise<OperationAnswer<ListAnswer<List>>> {
  const filter = filterOf(definition.kind, query, 'part');
  const { items, hasMore } = await listResources(
    caller,
    definition.kind,
    { ...filter, ...more },
    pageOf(query, definition.pageLimit),
  );
  const derivedMembers = await definition.derivedMembers?.(caller, items);
  const views = items.map((item) => toView(definition.kind, item, derivedMembers));
  return ok({ [definition.items]: views, hasMore } as ListAnswer<List>);
}

/** Makes wire objects of stored ones. */
export function viewOf<Wire extends object, Internal, Name extends ResourceName>(
  definition: Pick<
    ResourceOperations<Wire, Internal, Name, ListName>,
    'kind' | 'name' | 'derivedMembers'
  >,
) {
  return async (caller: ApiCaller, resource: Resource<Wire, Internal>) =>
    toView(
      definition.kind,
      resource,
      await definition.derivedMembers?.(caller, [resource]),
    ) as View<Name>;
}

function toView<Wire extends object, Internal>(
  kind: ResourceKind<Wire, Internal>,
  resource: Resource<Wire, Internal>,
  derivedMembers: DerivedMembers<Wire, Internal> | undefined,
): Members {
  const internal: Members = {
    id: resource.id,
    organizationId: resource.organizationId,
    isProvisioned: resource.provisioned,
    source: resource.source,
  };
  const { answer, members } = kind.shape;
  // A member of its own may have the same name.
  const shown = Object.entries(internal).filter(
    ([member]) => answer.includes(member) && !(member in members),
  );
  return fromWire(kind.shape, resource.wire as Members, {
    ...Object.fromEntries(shown),
    ...derivedMembers?.(resource),
  });
}

/** Clients usually list all members and users at once, so their pages are longer (public-api.md 1.4). */
export function pageOf(
  query: { Offset?: number; Limit?: number },
  limit = 20,
): { offset: number; limit: number } {
  return { offset: query.Offset ?? 0, limit: query.Limit ?? limit };
}

export function provisionOf(
  caller: ApiCaller,
  { query }: { query: { provision?: boolean } },
): boolean | undefined {
  if (query.provision === undefined) return undefined;
  if (caller.session || caller.key?.kind === 'personal')
    throw new AppError('forbidden', say('cannotProvision'));
  return query.provision;
}

function sharedId(request: OperationRequest, parameter: string | undefined): string {
  const id = parameter ? request.params[parameter] : (request.body as { teamId?: string }).teamId;
  if (!id) throw notFound('object', '');
  return id.toLowerCase();
}
