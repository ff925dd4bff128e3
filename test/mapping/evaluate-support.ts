import {
  type AttributesMapping,
  compileMapping,
  type Evaluation,
  evaluateMapping,
  type Json,
  type MappingAttribute,
  type MappingProgram,
  type MappingStep,
} from '../../src/mapping/index.ts';

/** A program of a mapping that must compile. */
export function programOf(mapping: AttributesMapping): MappingProgram {
  const result = compileMapping(mapping);
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  return result.program;
}

/** An attribute with these steps and flags. */
export function attribute(
  name: string,
  mappings: MappingStep[],
  flags: Partial<Omit<MappingAttribute, 'name' | 'mappings'>> = {},
): MappingAttribute {
  return { name, mappings, ...flags };
}

/** What every mapping needs to yield an incident. */
export const required = [
  attribute('Status', [{ static: 'Open' }]),
  attribute('Severity', [{ static: 'Warning' }]),
];

/**
 * Evaluates attributes on a JSON body, with full trace. `Status` and `Severity` are added unless the attributes
 * have them.
 */
export function evaluate(
  attributes: MappingAttribute[],
  jsonBody: Json,
  mapping: Partial<AttributesMapping> = {},
): Evaluation {
  return evaluatePayload(attributes, { jsonBody }, mapping);
}

export function evaluatePayload(
  attributes: MappingAttribute[],
  payload: { [key: string]: Json },
  mapping: Partial<AttributesMapping> = {},
): Evaluation {
  const names = new Set(attributes.map(({ name }) => name.toLowerCase()));
  const missing = required.filter(({ name }) => !names.has(name.toLowerCase()));
  const program = programOf({ attributes: [...missing, ...attributes], ...mapping });
  return evaluateMapping(program, { payload, integrationName: 'Probe', trace: true });
}

/** The value of one custom attribute, undefined when it did not evaluate. */
export function valueIn(evaluation: Evaluation, name: string): string | undefined {
  return evaluation.attributes.find((one) => one.name === name)?.value;
}

/** The value that a list of steps yields on a JSON body, or the reason of its failure. */
export function run(steps: MappingStep[], jsonBody: Json): string | undefined {
  return runOn(steps, { jsonBody });
}

export function runOn(steps: MappingStep[], payload: { [key: string]: Json }): string | undefined {
  const evaluation = evaluatePayload([attribute('X', steps)], payload);
  return (
    valueIn(evaluation, 'X') ??
    `!${evaluation.trace.find(({ attribute: name, reason }) => name === 'X' && reason)?.reason}`
  );
}
