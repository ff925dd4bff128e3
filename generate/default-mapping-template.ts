import { renderDefaultMapping } from '../cdktf-provider/default-mapping.ts';
import { loadCatalogue } from '../src/integrations/index.ts';
import type { Generator } from './generator.ts';

/** `default.tf` of every integration type: what the server hands out for download (spec 4.5). */
export const defaultMappingTemplates: Generator = {
  name: 'default-mapping-template',
  async outputs() {
    const { types } = await loadCatalogue('templates');
    return new Map(
      types.map((type) => [
        `templates/${type.id}/default.tf`,
        // Through JSON, because the provider knows a mapping only as what travels.
        renderDefaultMapping(type, JSON.parse(JSON.stringify(type.mapping))),
      ]),
    );
  },
};
