import { type ApiOperation, agentUseOf } from '../public-api/index.ts';
import type { Asking } from './asking.ts';
import { isForAgent } from './for-agent.ts';
import {
  answerSchemaOf,
  bodySchemaOf,
  parameterSchema,
  parametersOf,
} from './tool-of-operation.ts';
import { dataResult, mistakeResult, type ToolResult, unknownOperation } from './tool-result.ts';
import { type ToolSchema, toolSchema } from './tool-schema.ts';

const foundMax = 12;
/** Operations that fit much worse than the best are left out as noise. */
const leastShare = 0.4;

/** The operations for this caller that fit the words best. */
export function findOperations({ toolbox, caller }: Asking, words: string) {
  const known = [...toolbox.operations.values()].filter((one) => isForAgent(one, caller));
  const places = known.map(placesOf);
  // A word that many operations have says little about which is meant.
  const wanted = stemsOf(words).map((stem) => {
    const having = places.filter((of) => of.some(({ stems }) => stems.has(stem))).length;
    return { stem, weight: Math.log(1 + known.length / (1 + having)) };
  });
  const found = known
    .map((operation, index) => ({ operation, score: scoreOf(places[index] ?? [], wanted) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, foundMax)
    .filter(({ score }, _, [best]) => score >= (best?.score ?? 0) * leastShare);
  return {
    operations: found.map(({ operation }) => ({
      operation: operation.operationId,
      summary: operation.summary,
      use: agentUseOf(operation),
    })),
  };
}

interface Place {
  weight: number;
  stems: ReadonlySet<string>;
}

/** A word in the id counts most, then in the summary, then in the description. */
function placesOf({ operationId, summary, description }: ApiOperation): Place[] {
  return [
    { weight: 6, stems: new Set(stemsOf(operationId)) },
    { weight: 4, stems: new Set(stemsOf(summary)) },
    { weight: 1, stems: new Set(stemsOf(description)) },
  ];
}

function scoreOf(
  places: readonly Place[],
  wanted: readonly { stem: string; weight: number }[],
): number {
  return wanted.reduce((score, { stem, weight }) => {
    const place = places.find(({ stems }) => stems.has(stem));
    return score + weight * (place?.weight ?? 0);
  }, 0);
}

function stemsOf(text: string): string[] {
  return text
    .slice(0, 2000)
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 2)
    .map((word) => word.replace(/ies$/, 'y').replace(/s$/, ''));
}

/** By the id of an operation, or by the name of the tool that is its own. */
export function describeOperation({ toolbox, caller }: Asking, name: string): ToolResult {
  const operation = toolbox.operations.get(name) ?? toolbox.byTool.get(name);
  if (!operation || !isForAgent(operation, caller)) return mistakeResult(unknownOperation);
  return dataResult('describe_operation', {
    operation: operation.operationId,
    summary: operation.summary,
    description: operation.description,
    use: agentUseOf(operation),
    input: fullInput(operation),
    answer: toolSchema(answerSchemaOf(operation), { depth: 3, described: 3 }),
  });
}

function fullInput(operation: ApiOperation): ToolSchema {
  const body = bodySchemaOf(operation);
  const whole = body ? toolSchema(body, { depth: 8, described: 8 }) : {};
  const parameters = parametersOf(operation);
  return {
    ...whole,
    type: 'object',
    properties: {
      ...Object.fromEntries(parameters.map((one) => [one.name, parameterSchema(one)])),
      ...(whole.properties as ToolSchema | undefined),
    },
    required: [
      ...parameters.filter((one) => one.required).map((one) => one.name),
      ...((whole.required as string[] | undefined) ?? []),
    ],
  };
}
