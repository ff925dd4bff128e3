import type { ToolView } from './tool-of-operation.ts';

const reads: ToolView['annotations'] = { readOnlyHint: true, openWorldHint: false };

/** Three tools by which every operation is found, described and asked for that has no tool of its own. */
export const gatewayTools = [
  {
    name: 'find_operation',
    title: 'Find operations',
    description: 'Find operations of the API by words, such as "silence" or "schedule of a team".',
    inputSchema: {
      type: 'object',
      properties: { words: { type: 'string' } },
      required: ['words'],
    },
    outputSchema: { type: 'object', required: ['operations'] },
    annotations: reads,
  },
  {
    name: 'describe_operation',
    title: 'Describe an operation',
    description: 'What an operation takes and answers, in full; also for the tools of this list.',
    inputSchema: {
      type: 'object',
      properties: { operation: { type: 'string', description: 'Its id, or the name of a tool.' } },
      required: ['operation'],
    },
    outputSchema: { type: 'object', required: ['operation', 'use', 'input', 'answer'] },
    annotations: reads,
  },
  {
    name: 'call_operation',
    title: 'Call an operation',
    description:
      'Ask for an operation that reads or tries. One that would write configuration writes nothing: ' +
      'it answers the change and its Terraform code, for a person.',
    inputSchema: {
      type: 'object',
      properties: {
        operation: { type: 'string', description: 'Its id.' },
        arguments: { type: 'object', description: 'As describe_operation says.' },
      },
      required: ['operation'],
    },
    outputSchema: { type: 'object' },
    annotations: reads,
  },
] satisfies readonly ToolView[];
