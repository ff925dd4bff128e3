import type { ExportedResource, ExportSchema } from '../export/schema.ts';
import type { ResolvedProvider, WireAttributes, WireShape, WireShapes } from '../rest/resolved.ts';

/** Reduces the resolved schema to the parts that the export needs. */
export function toExportSchema(provider: ResolvedProvider): ExportSchema {
  return Object.fromEntries(
    Object.entries(provider.resources).map(([type, resource]): [string, ExportedResource] => {
      const { create, read, update } = resource.operations;
      const list = resource.list ?? listOf(provider, type);
      return [
        type,
        {
          attributes: toShapes(resource.schema.attributes),
          operations: { create, read, update },
          ...(list === undefined ? {} : { list }),
        },
      ];
    }),
  );
}

/** Where the list is not one of whole objects, the data source that finds several knows it. */
function listOf(provider: ResolvedProvider, type: string): ExportedResource['list'] {
  const found = provider.dataSources[`${type}s`];
  return found?.items && { operation: found.operation, items: found.items.wire };
}

function toShapes(attributes: WireAttributes): WireShapes {
  // An exported object has no attributes that exist in Terraform alone.
  const travelling = Object.entries(attributes).filter(([, { local }]) => local !== true);
  return Object.fromEntries(
    travelling.map(([name, attribute]): [string, WireShape] => {
      const { presence, type, sensitive, writeOnly, equivalent, wire, sent, nested } = attribute;
      const { nullMeans, keptWhenAbsent, personal, clearedBy, references } = attribute;
      const shape = {
        ...{ wire, presence, sent, type, sensitive, personal, writeOnly, equivalent },
        ...{ default: attribute.default, nullMeans, keptWhenAbsent, clearedBy, references },
        nested: nested && { nesting: nested.nesting, attributes: toShapes(nested.attributes) },
      };
      // JSON leaves out what is undefined, and knows nothing else that is in a schema.
      return [name, JSON.parse(JSON.stringify(shape)) as WireShape];
    }),
  );
}
