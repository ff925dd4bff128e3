import type { components } from '../../../../openapi/types/public-v1.generated.ts';

type Mapping = components['schemas']['AttributesMapping'];
type Attribute = components['schemas']['MappingAttribute'];
type Step = components['schemas']['MappingStep'];

export const kinds = ['jsonPath', 'xPath', 'regex', 'map', 'static'] as const;
export type Kind = (typeof kinds)[number];
export const flags = ['isGroupingKey', 'hideInPreviews', 'isImage', 'expand'] as const;
export type Flag = (typeof flags)[number];

export interface StepDraft {
  /** Stays while the step moves. */
  key: number;
  kind: Kind;
  value: string;
  /** Only of a regex. */
  replace: string | null;
}

export interface AttributeDraft {
  key: number;
  name: string;
  flags: Partial<Record<Flag, boolean | null>>;
  steps: StepDraft[];
}

export interface MappingDraft {
  attributes: AttributeDraft[];
  groupingWindowInSeconds: number | null;
}

/** Unlike those of a draft that was kept while somebody signed in again. */
const newKey = () => Math.random();

export function draftOf({ attributes, groupingWindowInSeconds }: Mapping): MappingDraft {
  return {
    groupingWindowInSeconds: groupingWindowInSeconds ?? null,
    attributes: attributes.map((attribute) => ({
      key: newKey(),
      name: attribute.name,
      flags: Object.fromEntries(flags.map((flag) => [flag, attribute[flag]])),
      steps: attribute.mappings.map(stepOf),
    })),
  };
}

function stepOf(step: Step): StepDraft {
  const kind = kinds.find((one) => typeof step[one] === 'string') ?? 'static';
  return { key: newKey(), kind, value: step[kind] ?? '', replace: step.replace ?? null };
}

export function mappingOf({ attributes, groupingWindowInSeconds }: MappingDraft): Mapping {
  return {
    attributes: attributes.map(attributeOf),
    groupingWindowInSeconds,
  };
}

/** Without what is not set, as a default mapping is written. */
function attributeOf({ name, flags: set, steps }: AttributeDraft): Attribute {
  return {
    name,
    ...Object.fromEntries(Object.entries(set).filter(([, value]) => value)),
    mappings: steps.map(({ kind, value, replace }) => ({
      [kind]: value,
      ...(kind === 'regex' && replace !== null ? { replace } : {}),
    })),
  };
}

export function newAttribute(name: string): AttributeDraft {
  return { key: newKey(), name, flags: {}, steps: [newStep()] };
}

export function newStep(): StepDraft {
  return { key: newKey(), kind: 'jsonPath', value: '$.jsonBody', replace: null };
}

export function copyOf(attribute: AttributeDraft): AttributeDraft {
  const steps = attribute.steps.map((step) => ({ ...step, key: newKey() }));
  return { ...attribute, key: newKey(), steps };
}

/** A mapping as lines for people to compare: an attribute, and below it its steps. */
export function linesOf(mapping: Mapping): string[] {
  const { attributes, groupingWindowInSeconds } = mapping;
  return [
    ...(groupingWindowInSeconds ? [`groupingWindowInSeconds: ${groupingWindowInSeconds}`] : []),
    ...attributes.flatMap((attribute) => {
      const set = flags.filter((flag) => attribute[flag]);
      return [
        `${attribute.name}${set.length > 0 ? ` (${set.join(', ')})` : ''}`,
        ...attribute.mappings.map((step) => `  ${stepText(step)}`),
      ];
    }),
  ];
}

function stepText(step: Step): string {
  const { kind, value, replace } = stepOf(step);
  return `${kind} ${value}${replace === null ? '' : ` → ${replace}`}`;
}
