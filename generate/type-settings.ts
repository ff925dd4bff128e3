import { loadCatalogue } from '../src/integrations/index.ts';
import type { Generator } from './generator.ts';

const header = '// Generated from templates/*/type.yaml by `npm run generate`.\n\n';

/** Which member of `integrationSettings` each integration type takes, for the provider, which has no catalogue at hand. */
export const typeSettings: Generator = {
  name: 'type-settings',
  async outputs() {
    const { types } = await loadCatalogue('templates');
    const lines = types.flatMap(({ id, settings }) =>
      settings === null ? [] : [`  ${id}: '${settings}',\n`],
    );
    return new Map([
      [
        'cdktf-provider/generated/type-settings.generated.ts',
        `${header}export const typeSettings: Readonly<Record<string, string>> = {\n${lines.join('')}};\n`,
      ],
    ]);
  },
};
