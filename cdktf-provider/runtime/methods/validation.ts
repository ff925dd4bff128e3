/** The validation methods: Terraform calls them before any request to a server. */
import { decodeObject } from '../codec.ts';
import type { Diagnostic, Path } from '../diagnostics.ts';
import { errorAt } from '../diagnostics.ts';
import type { RequestOf } from '../messages.ts';
import type { ProviderDefinition } from '../provider.ts';
import type { Attributes, Schema } from '../schema.ts';
import { validateObject } from '../validate.ts';
import type { Value, ValueObject } from '../value.ts';
import { isList, isObject } from '../value.ts';
import { diagnosing, find, type Methods } from './answer.ts';

export function validationMethods<Api>(
  provider: ProviderDefinition<Api>,
): Methods<
  | 'ValidateProviderConfig'
  | 'ValidateResourceConfig'
  | 'ValidateDataResourceConfig'
  | 'ValidateEphemeralResourceConfig'
> {
  const { resources, dataSources, ephemeralResources } = provider;
  return {
    ValidateProviderConfig: ({ config }) => diagnosing(() => validate(provider, config)),
    ValidateResourceConfig: ({ type_name, config, client_capabilities }) =>
      diagnosing(() => {
        const resource = find(resources, 'resource', type_name);
        const knowsWriteOnly = client_capabilities?.write_only_attributes_allowed === true;
        return [
          ...validate(resource, config),
          ...(knowsWriteOnly ? [] : refuseWriteOnly(resource.schema.attributes, config)),
        ];
      }),
    ValidateDataResourceConfig: ({ type_name, config }) =>
      diagnosing(() => validate(find(dataSources, 'data source', type_name), config)),
    ValidateEphemeralResourceConfig: ({ type_name, config }) =>
      diagnosing(() => validate(find(ephemeralResources, 'ephemeral resource', type_name), config)),
  };
}

function validate(
  entry: { readonly schema: Schema; validate?(config: ValueObject): Diagnostic[] },
  config: RequestOf<'ValidateProviderConfig'>['config'],
): Diagnostic[] {
  const values = decodeObject(entry.schema.attributes, config) ?? {};
  const problems = validateObject(entry.schema.attributes, values);
  // Rules between attributes read oddly on top of a value that is wrong in itself.
  return problems.length > 0 ? problems : (entry.validate?.(values) ?? []);
}

function refuseWriteOnly(
  attributes: Attributes,
  config: RequestOf<'ValidateResourceConfig'>['config'],
): Diagnostic[] {
  const values = decodeObject(attributes, config) ?? {};
  return writeOnlyPaths(attributes, values, []).map((path) =>
    errorAt(path, 'Write-only attribute', 'Write-only attributes need Terraform 1.11 or later.'),
  );
}

function writeOnlyPaths(attributes: Attributes, values: ValueObject, at: Path): Path[] {
  return Object.entries(attributes).flatMap(([name, { writeOnly, nested }]): Path[] => {
    const value = values[name] ?? null;
    const path = [...at, name];
    if (writeOnly === true) return value === null ? [] : [path];
    if (nested === undefined) return [];
    const inside = (item: Value, ...step: Path) =>
      isObject(item) ? writeOnlyPaths(nested.attributes, item, [...path, ...step]) : [];
    if (isList(value)) return value.flatMap((item, index) => inside(item, index));
    if (nested.nesting === 'map' && isObject(value))
      return Object.entries(value).flatMap(([key, item]) => inside(item, { key }));
    return inside(value);
  });
}
