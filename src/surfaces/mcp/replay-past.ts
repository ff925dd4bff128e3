import { setTimeout } from 'node:timers/promises';
import { isObject } from '../../kernel/index.ts';
import type { ApiOperation } from '../public-api/index.ts';
import { askOperation } from './ask-operation.ts';
import type { Asking } from './asking.ts';
import { type Arguments, requestOf } from './request-of.ts';
import { dataResult, mistakeResult, type ToolResult, wrongArguments } from './tool-result.ts';

const operations = new Set(['createReplay', 'createNoiseReport']);
/** Each question counts as a request of the key. One that takes longer is asked for again by its id. */
const waitsMilliseconds = [100, 400, 1500, 3000, 5000];

export function isReplay({ operationId }: ApiOperation): boolean {
  return operations.has(operationId);
}

/** Begins a replay and answers it when it is over, or as far as it has come. */
export async function replayPast(
  asking: Asking,
  tool: string,
  operation: ApiOperation,
  given: Arguments,
): Promise<ToolResult> {
  const request = requestOf(operation, given);
  if ('unknown' in request) return mistakeResult(wrongArguments(request));
  let answer = await askOperation(asking, tool, operation.operationId, given);
  if ('refusal' in answer) return answer.refusal;
  for (const milliseconds of waitsMilliseconds) {
    const { value } = answer;
    if (!isObject(value) || (value.state !== 'Running' && value.state !== 'Waiting')) break;
    await setTimeout(milliseconds);
    const later = await askOperation(asking, tool, 'getReplay', { id: value.id });
    // It goes on, whether the key may see that or not.
    if ('refusal' in later) break;
    answer = later;
  }
  return dataResult(tool, isObject(answer.value) ? answer.value : {}, { cut: answer.cut });
}
