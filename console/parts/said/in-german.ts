import { inGerman as wording } from '../../../openapi/texts/in-german.ts';
import { render } from '../../../openapi/texts/render.ts';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { regional } from '../language.ts';

export type Sentence = components['schemas']['Sentence'];

/** A sentence of the server in German; null where it, or one inside it, is of a later version than this page. */
export function inGerman(sentence: Sentence): string | null {
  return render(sentence, { ...wording, locale: regional('de') });
}
