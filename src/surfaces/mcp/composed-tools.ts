import type { ApiOperation, Rights, ToolGroup } from '../public-api/index.ts';
import { configurationKinds } from './configuration-kinds.ts';
import { isForAgent } from './for-agent.ts';
import type { ToolView } from './tool-of-operation.ts';

/** A tool that puts answers of several operations together, or finds the operation itself. */
export interface ComposedTool {
  group: ToolGroup;
  isFor(operations: ReadonlyMap<string, ApiOperation>, rights: Rights): boolean;
  view: ToolView;
}

const annotations: ToolView['annotations'] = { readOnlyHint: true, openWorldHint: false };

export const composedTools: readonly ComposedTool[] = [
  {
    group: 'read',
    isFor: (operations, rights) =>
      ['getOnCall', 'listIncidents'].every((id) => {
        const operation = operations.get(id);
        return operation !== undefined && isForAgent(operation, rights);
      }),
    view: {
      name: 'handover_summary',
      title: 'Hand over a shift',
      description:
        'What the next person on call has to know: who is on call, what is open, what ended, gaps ahead.',
      inputSchema: {
        type: 'object',
        properties: {
          teamId: { type: 'string' },
          hours: { type: 'integer', minimum: 1, maximum: 168, default: 12 },
        },
        required: ['teamId'],
      },
      outputSchema: { type: 'object', required: ['onCall', 'open', 'ended', 'gaps'] },
      annotations,
    },
  },
  {
    group: 'read',
    isFor: (operations, rights) => configurationKinds(operations, rights).size > 0,
    view: {
      name: 'search_configuration',
      title: 'Search configuration',
      description:
        'Objects of a kind (service, routing, silence, inbound-integration, user …) with their ids.',
      inputSchema: {
        type: 'object',
        properties: {
          kind: { type: 'string' },
          name: { type: 'string', description: 'Part of it.' },
        },
        required: ['kind'],
      },
      outputSchema: { type: 'object', required: ['kind', 'found', 'hasMore'] },
      annotations,
    },
  },
];
