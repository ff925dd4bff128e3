import { isObject } from '../../kernel/index.ts';
import { askOperation } from './ask-operation.ts';
import type { Asking } from './asking.ts';
import { configurationKinds } from './configuration-kinds.ts';
import type { Arguments } from './request-of.ts';
import { dataResult, mistakeResult, type ToolResult } from './tool-result.ts';

const tool = 'search_configuration';
const foundMax = 50;
const shown = ['id', 'displayName', 'email', 'type', 'teamId', 'userId', 'scheduleId'] as const;

/** Objects of one kind by a part of their name, with what tells them apart. */
export async function searchConfiguration(asking: Asking, given: Arguments): Promise<ToolResult> {
  const { kind, name, ...others } = given;
  const kinds = configurationKinds(asking.toolbox.operations, asking.caller);
  const found = typeof kind === 'string' ? kinds.get(kind) : undefined;
  if (typeof kind !== 'string' || !found || Object.keys(others).length > 0)
    return mistakeResult(`It takes a kind, and name. Kinds: ${[...kinds.keys()].join(', ')}.`);
  const { list, read } = found;
  const isNamed = list.parameters.some((one) => one.name === 'DisplayName');
  if (name !== undefined && !isNamed)
    return mistakeResult('Objects of this kind have no name: ask without one.');
  const answer = await askOperation(asking, tool, list.operationId, {
    Limit: foundMax,
    ...(name !== undefined && { DisplayName: name }),
  });
  if ('refusal' in answer) return answer.refusal;
  const { hasMore = false, ...lists } = isObject(answer.value) ? answer.value : {};
  const objects = Object.values(lists).find(Array.isArray) ?? [];
  return dataResult(
    tool,
    {
      kind,
      readBy: read?.operationId ?? list.operationId,
      found: objects.filter(isObject).map((one) =>
        Object.fromEntries(
          shown.flatMap((member) => {
            const value = one[member];
            return value === undefined || value === null ? [] : [[member, value]];
          }),
        ),
      ),
      hasMore,
    },
    { cut: answer.cut },
  );
}
