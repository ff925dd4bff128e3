import { isObject } from '../../kernel/index.ts';
import type { ApiOperation } from '../public-api/index.ts';
import { type Asking, askApi } from './asking.ts';
import { cleanText } from './clean-text.ts';
import { isForAgent } from './for-agent.ts';
import { type Arguments, requestOf } from './request-of.ts';
import { safeAnswer } from './safe-answer.ts';
import { answerSchemaOf, bodySchemaOf } from './tool-of-operation.ts';
import {
  dataResult,
  mistakeResult,
  problemResult,
  type ToolResult,
  wrongArguments,
} from './tool-result.ts';

/** One member of an object before and after. */
interface Difference {
  member: string;
  before: unknown;
  after: unknown;
}

/**
 * The answer to a write of configuration: nothing is written. It has the change, what it differs in from what is
 * stored, and the Terraform code, for a person to judge and apply.
 */
export async function suggestChange(
  asking: Asking,
  tool: string,
  operation: ApiOperation,
  given: Arguments,
): Promise<ToolResult> {
  const request = requestOf(operation, given);
  if ('unknown' in request) return mistakeResult(wrongArguments(request));
  const stored = await storedObject(asking, tool, operation, given);
  if ('refusal' in stored) return stored.refusal;
  const wire = withoutSecrets(operation, given);
  const { operationId, method } = operation;
  const action = method === 'delete' ? 'delete' : method === 'put' ? 'replace' : 'create';
  const id = action === 'create' ? null : textOf(given.id);
  const code =
    action === 'delete'
      ? null
      : await asking.asTerraform({ operationId, id, value: { ...given, ...wire } });
  const change = {
    action,
    entityType: operationId.replace(/^(?:create|replace|delete)/, ''),
    id: id ?? `new:${code?.type ?? 'object'}`,
    wire: action === 'delete' ? null : wire,
  };
  const { value } = safeAnswer(
    { change, differences: differencesOf(stored.value, change.wire) },
    {},
  );
  return {
    ...dataResult(
      tool,
      {
        ...(isObject(value) && value),
        // An object that goes is a block that is taken out of the code.
        terraform: code && cleanText(code.text),
      },
      {
        opening:
          'Nothing was written: a person applies changes of configuration. The server has not checked this one.',
      },
    ),
    isError: true,
  };
}

/** The present object as far as the caller may read it; null for a new one. */
async function storedObject(
  asking: Asking,
  tool: string,
  { path, method }: ApiOperation,
  given: Arguments,
): Promise<{ value: object | null } | { refusal: ToolResult }> {
  if (method === 'post') return { value: null };
  const reading = [...asking.toolbox.operations.values()].find(
    (one) => one.path === path && one.method === 'get',
  );
  if (!reading || !isForAgent(reading, asking.caller))
    return {
      refusal: mistakeResult('This key may not read the object, so no change of it is suggested.'),
    };
  const names = reading.parameters.filter((one) => one.in === 'path').map(({ name }) => name);
  const request = requestOf(reading, Object.fromEntries(names.map((name) => [name, given[name]])));
  if ('unknown' in request) return { refusal: mistakeResult(wrongArguments(request)) };
  const { status, body } = await askApi(asking, tool, request);
  const value: unknown = JSON.parse(body.toString('utf8'));
  if (status !== 200) return { refusal: problemResult(tool, status, value) };
  const safe = safeAnswer(value, answerSchemaOf(reading)).value;
  return { value: isObject(safe) ? safe : null };
}

/** The body that would be sent; what is secret stays as it is stored. */
function withoutSecrets(operation: ApiOperation, given: Arguments): { [member: string]: unknown } {
  const schema = bodySchemaOf(operation);
  const properties = isObject(schema?.properties) ? schema.properties : {};
  return Object.fromEntries(
    Object.entries(given).filter(([name]) => {
      const member = properties[name];
      return member !== undefined && !JSON.stringify(member).includes('"x-secret":true');
    }),
  );
}

function differencesOf(before: object | null, after: object | null): Difference[] {
  const [one, other] = [
    new Map(Object.entries(before ?? {})),
    new Map(Object.entries(after ?? {})),
  ];
  // An object that is deleted as a whole needs no list of its members.
  if (after === null) return [];
  return [...other]
    .filter(
      ([name, value]) => JSON.stringify(one.get(name) ?? null) !== JSON.stringify(value ?? null),
    )
    .map(([member, value]) => ({ member, before: one.get(member) ?? null, after: value ?? null }));
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
