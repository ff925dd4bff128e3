import type { Source } from '../../model/ledger.ts';
import type { Account } from './account.ts';
import type { Layer } from './layers.ts';

export function flexibleLayers(_account: Account, _schedule: Source, _id: string | null): Layer[] {
  return [];
}
