import type { ListTexts } from '../list-page.tsx';
import { defineTexts } from '../texts.tsx';

export const objectsTexts = defineTexts({
  en: { name: 'Name', team: 'Team', zone: 'Time zone', actions: 'Actions' },
  de: { name: 'Name', team: 'Team', zone: 'Zeitzone', actions: 'Aktionen' },
});

/** The texts on the pages of a kind. */
export interface ObjectTexts extends ListTexts {
  remove: string;
  removeQuestion: string;
}
