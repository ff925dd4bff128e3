import { isObject } from '../../kernel/index.ts';
import { type ApiOperation, agentUseOf } from '../public-api/index.ts';
import { type Asking, askApi } from './asking.ts';
import { isForAgent } from './for-agent.ts';
import { describeOperation, findOperations } from './gateway.ts';
import { gatewayTools } from './gateway-tools.ts';
import { handOver } from './hand-over.ts';
import { isReplay, replayPast } from './replay-past.ts';
import { type Arguments, requestOf } from './request-of.ts';
import { searchConfiguration } from './search-configuration.ts';
import { suggestChange } from './suggestion.ts';
import { listTools } from './tool-list.ts';
import { answerSchemaOf } from './tool-of-operation.ts';
import {
  answerResult,
  dataResult,
  mistakeResult,
  problemResult,
  type ToolResult,
  unknownOperation,
  wrongArguments,
} from './tool-result.ts';

/** Does what a tool is for. What is wrong with the call is an answer: models mend it. */
export async function callTool(
  asking: Asking,
  name: string,
  given: Arguments,
): Promise<ToolResult> {
  const shown = listTools(asking.toolbox, asking.caller, asking.selection);
  const wrong = wrongForGateway(name, given);
  if (!shown.some((tool) => tool.name === name))
    return mistakeResult(
      'There is no such tool for this key. Ask for tools/list and use a name of it.',
    );
  if (wrong) return mistakeResult(wrongArguments(wrong));
  switch (name) {
    case 'find_operation':
      return dataResult(name, findOperations(asking, textOf(given.words)));
    case 'describe_operation':
      return describeOperation(asking, textOf(given.operation));
    case 'call_operation': {
      const operation = asking.toolbox.operations.get(textOf(given.operation));
      if (!operation) return mistakeResult(unknownOperation);
      const { arguments: members = {} } = given;
      return isObject(members)
        ? callOperation(asking, name, operation, members)
        : mistakeResult('arguments is an object, as describe_operation says.');
    }
    case 'handover_summary':
      return handOver(asking, given);
    case 'search_configuration':
      return searchConfiguration(asking, given);
    default: {
      const operation = asking.toolbox.byTool.get(name);
      if (!operation) return mistakeResult(unknownOperation);
      return callOperation(asking, name, operation, given);
    }
  }
}

/** Null for a tool that is one operation or several: those say themselves what is wrong. */
function wrongForGateway(name: string, given: Arguments) {
  const { inputSchema } = gatewayTools.find((tool) => tool.name === name) ?? {};
  if (!inputSchema) return null;
  const { properties, required } = inputSchema;
  const known = Object.keys(properties);
  const unknown = Object.keys(given).filter((one) => !known.includes(one));
  const missing = required.filter((one) => typeof given[one] !== 'string');
  return unknown.length + missing.length > 0 ? { unknown, missing, known } : null;
}

async function callOperation(
  asking: Asking,
  tool: string,
  operation: ApiOperation,
  given: Arguments,
): Promise<ToolResult> {
  if (!isForAgent(operation, asking.caller)) return mistakeResult(unknownOperation);
  if (isReplay(operation)) return replayPast(asking, tool, operation, given);
  if (agentUseOf(operation) === 'suggest') return suggestChange(asking, tool, operation, given);
  const request = requestOf(operation, given);
  if ('unknown' in request) return mistakeResult(wrongArguments(request));
  const { status, contentType, body } = await askApi(asking, tool, request);
  const value: unknown = /json/.test(contentType) ? JSON.parse(body.toString('utf8')) : {};
  return status === 200
    ? answerResult(tool, value, answerSchemaOf(operation))
    : problemResult(tool, status, value);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
