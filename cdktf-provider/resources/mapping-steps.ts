/**
 * The mistakes in a mapping, found by the server's own compiler: the same words at plan time as at
 * the moment of saving. Steps with unknown values stand aside, and so do XPath steps, whose engine
 * is WebAssembly and too heavy for a plan.
 */

import {
  type AttributesMapping,
  compileMapping,
  type MappingStep,
  mistakeInEnglish,
} from '../../src/mapping/index.ts';
import type { ConfigRule } from '../rest/resource.ts';
import type { Path } from '../runtime/diagnostics.ts';
import { errorAt } from '../runtime/diagnostics.ts';
import type { Value, ValueObject } from '../runtime/value.ts';
import { hasUnknown, isList, isObject } from '../runtime/value.ts';

const steps = {
  json_path: 'jsonPath',
  xpath: 'xPath',
  regex: 'regex',
  replace: 'replace',
  map: 'map',
  static: 'static',
} as const;
const placeholder: MappingStep = { static: 'stands for a value that is not checked here' };

export const mappingRule: ConfigRule = (config) => {
  const mapping = config.attributes_mapping ?? null;
  if (!isObject(mapping) || !isList(mapping.attributes)) return [];
  const compiled = compileMapping({
    attributes: mapping.attributes.map(attributeOf),
    groupingWindowInSeconds: null,
  });
  if (compiled.ok) return [];
  return Object.entries(compiled.errors).flatMap(([path, mistakes]) =>
    mistakes.map((one) => errorAt(terraformPath(path), 'Invalid mapping', mistakeInEnglish(one))),
  );
};

function attributeOf(value: Value): AttributesMapping['attributes'][number] {
  const attribute: ValueObject = isObject(value) ? value : {};
  const mappings = attribute.mappings ?? null;
  return {
    name: typeof attribute.name === 'string' ? attribute.name : 'Unknown',
    expand: attribute.expand === true,
    mappings: isList(mappings) ? mappings.map(stepOf) : [placeholder],
  };
}

function stepOf(value: Value): MappingStep {
  if (!isObject(value) || hasUnknown(value)) return placeholder;
  const members = Object.entries(steps).flatMap(([name, wire]) =>
    typeof value[name] === 'string' ? [[wire, value[name]] as const] : [],
  );
  const step: MappingStep = Object.fromEntries(members);
  return members.length === 1 && step.xPath !== undefined ? placeholder : step;
}

function terraformPath(wirePath: string): Path {
  const names: Readonly<Record<string, string>> = {
    attributesMapping: 'attributes_mapping',
    jsonPath: 'json_path',
    xPath: 'xpath',
  };
  return [...wirePath.matchAll(/([^.[\]]+)|\[(\d+)\]/g)].map(([, name, index]) =>
    index === undefined ? (names[name ?? ''] ?? name ?? '') : Number(index),
  );
}
