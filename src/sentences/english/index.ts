import type { components } from '../../contract/index.ts';
import { coverage } from './coverage.ts';
import { deliveries } from './deliveries.ts';
import { numbers } from './numbers.ts';
import { rules } from './rules.ts';

/** The English text of each sentence, by its code; `../template.ts` says what slots may hold. */
export const english = {
  words: '{text}',
  ...deliveries,
  ...coverage,
  ...numbers,
  ...rules,
} as const satisfies Record<components['schemas']['SentenceCode'], string>;
