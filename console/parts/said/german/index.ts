import type { components } from '../../../../openapi/types/public-v1.generated.ts';
import { coverage } from './coverage.ts';
import { deliveries } from './deliveries.ts';
import { history } from './history.ts';
import { integrations } from './integrations.ts';
import { numbers } from './numbers.ts';
import { payloads } from './payloads.ts';
import { rules } from './rules.ts';

/** The German text of each sentence of the server, by its code; `../in-german.ts` fills in the slots. */
export const german: Readonly<Record<components['schemas']['SentenceCode'], string>> = {
  words: '{text}',
  ...deliveries,
  ...coverage,
  ...history,
  ...integrations,
  ...numbers,
  ...rules,
  ...payloads,
};
