import { voiceLocales } from '../../calls/index.ts';
import type { IntegrationType } from '../../catalogue/index.ts';

/** The options for prompts of a call routing number: every carrier has the same voices. */
export function callRoutingOptions({
  provider,
  voices,
}: NonNullable<IntegrationType['callRouting']>) {
  return {
    provider,
    voiceLocales: voiceLocales.map(([value, label]) => ({ value, label })),
    voiceLocalesDocumentationUrl: voices,
  };
}
