import { type Asking, askApi } from './asking.ts';
import { isForAgent } from './for-agent.ts';
import { type Arguments, requestOf } from './request-of.ts';
import { type SafeAnswer, safeAnswer } from './safe-answer.ts';
import { answerSchemaOf } from './tool-of-operation.ts';
import { mistakeResult, problemResult, type ToolResult, unknownOperation } from './tool-result.ts';

/** The answer of an operation to this caller, safe to show; or a refusal by the tool that needs it. */
export async function askOperation(
  asking: Asking,
  tool: string,
  operationId: string,
  given: Arguments,
): Promise<SafeAnswer | { refusal: ToolResult }> {
  const operation = asking.toolbox.operations.get(operationId);
  if (!operation || !isForAgent(operation, asking.caller))
    return { refusal: mistakeResult(unknownOperation) };
  const request = requestOf(operation, given);
  if ('unknown' in request) throw new Error(`${tool} asks ${operationId} for what it has not.`);
  const { status, body } = await askApi(asking, tool, request);
  const value: unknown = JSON.parse(body.toString('utf8'));
  if (status !== 200) return { refusal: problemResult(tool, status, value) };
  return safeAnswer(value, answerSchemaOf(operation));
}
