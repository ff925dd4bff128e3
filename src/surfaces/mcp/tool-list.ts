import type { ApiOperation, Rights } from '../public-api/index.ts';
import { composedTools } from './composed-tools.ts';
import { isForAgent } from './for-agent.ts';
import { gatewayTools } from './gateway-tools.ts';
import { type ToolView, toolOfOperation } from './tool-of-operation.ts';

/** The selection of tools that an address asks for: `?groups=read,try`, `?mode=read`. */
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

/** A tool of the list, and whose it is. */
interface ListedTool {
  group: string;
  view: ToolView;
  /** The operation that the tool calls; empty if it has none of its own. */
  operationId: string;
  isFor(rights: Rights): boolean;
}

/** Made once; they are the same for everybody, and who sees which is decided by rights. */
export interface Toolbox {
  operations: ReadonlyMap<string, ApiOperation>;
  /** Operations by the name of the tool that is theirs. */
  byTool: ReadonlyMap<string, ApiOperation>;
  /** In the order of the list. */
  tools: readonly ListedTool[];
}

const groupOrder = ['gateway', 'read', 'try', 'act'];

export function createToolbox(all: readonly ApiOperation[]): Toolbox {
  const operations = new Map(all.map((operation) => [operation.operationId, operation]));
  const own = all.flatMap((operation) =>
    operation.tool ? [{ operation, tool: operation.tool }] : [],
  );
  const tools: ListedTool[] = [
    ...gatewayTools.map((view) => ({
      group: 'gateway',
      view,
      operationId: '',
      isFor: () => true,
    })),
    ...composedTools.map(({ group, view, isFor }) => ({
      group,
      view,
      operationId: '',
      isFor: (rights: Rights) => isFor(operations, rights),
    })),
    ...own.map(({ operation, tool }) => ({
      group: tool.group,
      view: toolOfOperation(operation),
      operationId: operation.operationId,
      isFor: (rights: Rights) => isForAgent(operation, rights),
    })),
  ];
  return {
    operations,
    byTool: new Map(own.map(({ operation, tool }) => [tool.name, operation])),
    tools: tools.toSorted(
      (a, b) =>
        groupOrder.indexOf(a.group) - groupOrder.indexOf(b.group) ||
        // Tools of the gateway stay in the order in which they are used.
        (a.group === 'gateway' ? 0 : a.view.name < b.view.name ? -1 : 1),
    ),
  };
}

/** All tools by group, as a key without limits would see them. */
export function allTools(all: readonly ApiOperation[]): readonly ListedTool[] {
  return createToolbox(all).tools;
}

/** In an order that never changes: the gateway, then by group and name. */
export function listTools(
  { tools }: Toolbox,
  caller: Rights,
  { groups, readsOnly }: Selection,
): ToolView[] {
  return tools
    .filter(
      ({ group, isFor }) =>
        (groups === null || groups.includes(group)) &&
        !(readsOnly && group === 'act') &&
        isFor(caller),
    )
    .map(({ view }) => view);
}
