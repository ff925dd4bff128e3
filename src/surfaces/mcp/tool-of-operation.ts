import { isObject } from '../../kernel/index.ts';
import type { ApiOperation } from '../public-api/index.ts';
import { firstSentence, joinedSchema, type ToolSchema, toolSchema } from './tool-schema.ts';

/** A tool as `tools/list` shows it. */
export interface ToolView {
  name: string;
  title: string;
  description: string;
  inputSchema: ToolSchema & { type: 'object' };
  outputSchema: ToolSchema & { type: 'object' };
  /** Whether it destroys, and may be repeated, is said only of what changes something. */
  annotations: {
    readOnlyHint: boolean;
    destructiveHint?: boolean;
    idempotentHint?: boolean;
    openWorldHint: boolean;
  };
}

/** Which organization it is about, its key says; what was answered before, no tool keeps. */
const notForTools = new Set(['organizationId', 'If-None-Match', 'If-Match', 'Idempotency-Key']);

/** Lists that a tool asks for end after so many, unless it says otherwise. */
export const listLimit = 10;

/** The parameters of an operation that a tool takes. */
export function parametersOf(operation: ApiOperation): ApiOperation['parameters'] {
  return operation.parameters.filter(({ name }) => !notForTools.has(name));
}

export function bodySchemaOf({ requestBody }: ApiOperation): ToolSchema | undefined {
  const schema = requestBody?.content['application/json']?.schema;
  return schema && joinedSchema(schema);
}

export function answerSchemaOf({ responses }: ApiOperation): unknown {
  return responses[200]?.content?.['application/json']?.schema;
}

export function isRead({ method, noSideEffects }: ApiOperation): boolean {
  return method === 'get' || noSideEffects;
}

/** The tool that an operation has of its own. Throws when its parameters and its body name the same. */
export function toolOfOperation(operation: ApiOperation): ToolView {
  const { tool, summary, description, operationId } = operation;
  if (!tool) throw new Error(`${operationId} is no tool.`);
  return {
    name: tool.name,
    title: summary,
    description: tool.description ?? `${summary}. ${firstSentence(description)}`.trim(),
    inputSchema: inputSchemaOf(operation),
    outputSchema: outputSchemaOf(operation),
    annotations: annotationsOf(operation),
  };
}

function annotationsOf(operation: ApiOperation): ToolView['annotations'] {
  const { method } = operation;
  return isRead(operation)
    ? { readOnlyHint: true, openWorldHint: false }
    : {
        readOnlyHint: false,
        destructiveHint: method === 'delete',
        idempotentHint: method === 'put',
        openWorldHint: false,
      };
}

/** Deeper members are told by `describe_operation`: a list of tools is read before anything is asked. */
const detail = { depth: 2, described: 1 };

function inputSchemaOf(operation: ApiOperation): ToolView['inputSchema'] {
  const omits = operation.tool?.omits ?? [];
  const parameters = parametersOf(operation).filter(({ name }) => !omits.includes(name));
  const body = bodySchemaOf(operation);
  const shownBody = body ? toolSchema(body, detail) : {};
  const ofBody = Object.fromEntries(
    Object.entries(isObject(shownBody.properties) ? shownBody.properties : {}).filter(
      ([name]) => !omits.includes(name),
    ),
  );
  const clash = parameters.find(({ name }) => Object.hasOwn(ofBody, name));
  if (clash) throw new Error(`${operation.operationId} has ${clash.name} twice.`);
  const required = [
    ...parameters.filter((one) => one.required).map(({ name }) => name),
    ...(Array.isArray(shownBody.required) ? shownBody.required : []),
  ];
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(
        parameters.map((parameter) => [parameter.name, parameterSchema(parameter)]),
      ),
      ...ofBody,
    },
    ...(required.length > 0 && { required }),
  };
}

export function parameterSchema(parameter: ApiOperation['parameters'][number]): ToolSchema {
  const schema = toolSchema(parameter.schema, { depth: 1, described: 0 });
  const { name, description } = parameter;
  if (name === 'Limit') schema.default = listLimit;
  return description ? { ...schema, description: firstSentence(description) } : schema;
}

/** Only what every answer has; `describe_operation` tells the rest. */
function outputSchemaOf(operation: ApiOperation): ToolView['outputSchema'] {
  const { required } = toolSchema(withoutReadOnly(joinedSchema(answerSchemaOf(operation))), {
    depth: 1,
    described: 0,
  });
  return { type: 'object', ...(required !== undefined && { required }) };
}

function withoutReadOnly(schema: ToolSchema): ToolSchema {
  if (!isObject(schema.properties)) return schema;
  const properties = Object.entries(schema.properties).map(([name, member]) => {
    const { readOnly: _, ...rest } = joinedSchema(member);
    return [name, rest];
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}
