import type { components } from '../../contract/index.ts';
import { coverage } from './coverage.ts';
import { deliveries } from './deliveries.ts';
import { history } from './history.ts';
import { integrations } from './integrations.ts';
import { numbers } from './numbers.ts';
import { payloads } from './payloads.ts';
import { rules } from './rules.ts';

/** The English text of each sentence, by its code; `../template.ts` says what slots may hold. */
export const english = {
  words: '{text}',
  ...deliveries,
  ...coverage,
  ...history,
  ...integrations,
  ...numbers,
  ...rules,
  ...payloads,
} as const satisfies Record<components['schemas']['SentenceCode'], string>;
