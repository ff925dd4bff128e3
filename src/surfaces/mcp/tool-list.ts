import { type ApiOperation, agentUseOf, mayCall, type Rights } from '../public-api/index.ts';
import { gatewayTools } from './gateway-tools.ts';
import { type ToolView, toolOfOperation } from './tool-of-operation.ts';

/** What of the tools an address asks for: `?groups=read,try`, `?mode=read`. */
export interface Selection {
  /** Null: all. */
  groups: readonly string[] | null;
  readsOnly: boolean;
}

export function selectionOf(query: URLSearchParams): Selection {
  const groups = query.get('groups');
  return {
    groups: groups === null ? null : groups.split(',').map((name) => name.trim()),
    readsOnly: query.get('mode') === 'read',
  };
}

/** Made once; they are the same for everybody, and who sees which is decided by rights. */
export interface Toolbox {
  operations: ReadonlyMap<string, ApiOperation>;
  /** Operations by the name of the tool that is theirs. */
  byTool: ReadonlyMap<string, ApiOperation>;
  views: ReadonlyMap<string, ToolView>;
}

const groupOrder = ['read', 'try', 'act'];

export function createToolbox(all: readonly ApiOperation[]): Toolbox {
  const curated = all
    .flatMap((operation) => (operation.tool ? [{ operation, tool: operation.tool }] : []))
    .toSorted(
      (a, b) =>
        groupOrder.indexOf(a.tool.group) - groupOrder.indexOf(b.tool.group) ||
        (a.tool.name < b.tool.name ? -1 : 1),
    );
  return {
    operations: new Map(all.map((operation) => [operation.operationId, operation])),
    byTool: new Map(curated.map(({ operation, tool }) => [tool.name, operation])),
    views: new Map(curated.map(({ operation, tool }) => [tool.name, toolOfOperation(operation)])),
  };
}

/** What this caller may ask for by tools: reads and trials; acts only with a key that says what a program may do. */
export function isForAgent(operation: ApiOperation, caller: Rights): boolean {
  const use = agentUseOf(operation);
  // A suggestion writes nothing; what it shows of the object is read with the rights of the key.
  if (use === 'suggest') return true;
  const isAsked = use === 'read' || (use === 'act' && caller.key?.kind === 'agent');
  return isAsked && mayCall(operation, caller);
}

/** All tools by group, as a key without limits would see them. */
export function allTools(all: readonly ApiOperation[]) {
  const { byTool, views } = createToolbox(all);
  const gateway = gatewayTools.map((view) => ({ group: 'gateway', view, operationId: '' }));
  const curated = [...byTool].flatMap(([name, { tool, operationId }]) => {
    const view = views.get(name);
    return view && tool ? [{ group: tool.group, view, operationId }] : [];
  });
  return [...gateway, ...curated];
}

/** In an order that never changes: the gateway, then by group and name. */
export function listTools(
  { byTool, views }: Toolbox,
  caller: Rights,
  { groups, readsOnly }: Selection,
): ToolView[] {
  const wanted = (group: string) => groups === null || groups.includes(group);
  const curated = [...byTool].flatMap(([name, operation]) => {
    const view = views.get(name);
    const shown =
      wanted(operation.tool?.group ?? '') &&
      isForAgent(operation, caller) &&
      !(readsOnly && operation.tool?.group === 'act');
    return view && shown ? [view] : [];
  });
  return [...(wanted('gateway') ? gatewayTools : []), ...curated];
}
