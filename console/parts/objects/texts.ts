import type { ListTexts } from '../list-page.tsx';
import { defineTexts } from '../texts.tsx';

export const objectsTexts = defineTexts({
  en: { name: 'Name', team: 'Team', zone: 'Time zone', actions: 'Actions' },
  de: { name: 'Name', team: 'Team', zone: 'Zeitzone', actions: 'Aktionen' },
});

/** What the pages of a kind say. */
export interface ObjectTexts extends ListTexts {
  remove: string;
  removeQuestion: string;
}
