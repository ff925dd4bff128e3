import { render, type Wording } from '../../../openapi/texts/render.ts';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { regional } from '../language.ts';

export type Sentence = components['schemas']['Sentence'];

/** A sentence of the server in another language; null where it, or one in it, is of a later version than the page. */
export function sayIn(wording: Wording, sentence: Sentence): string | null {
  return render(sentence, { ...wording, locale: regional(wording.language) });
}
