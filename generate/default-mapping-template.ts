import { renderDefaultMapping } from '../cdktf-provider/default-mapping.ts';
import { type IntegrationType, loadCatalogue } from '../src/catalogue/index.ts';
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
        renderDefaultMapping(
          { ...type, notes: notesOf(type) },
          JSON.parse(JSON.stringify(type.mapping)),
        ),
      ]),
    );
  },
};

/** What somebody who takes the file should know before the first alert. */
function notesOf(type: IntegrationType): string[] {
  return [
    ...(type.callRouting?.refusal ? [type.callRouting.refusal.en] : []),
    ...(type.untested === null ? [] : [`Untested: ${type.untested.en}`]),
    `How to connect it: docs/integrations/${type.id}.md, or GET /api/public/v1/inbound-integration/types/${type.id}.`,
    ...(type.sendsResolve
      ? []
      : ['It never reports the end of a problem: a person or a timer resolves its incidents.']),
  ];
}
