import type { Described } from '../../parts/draft/index.ts';
import { updateTexts } from '../../parts/public-update/texts.ts';
import { useTexts } from '../../parts/texts.tsx';
import { pageTexts } from './update-texts.ts';

/** Names the fields of an update or a template that others changed meanwhile; null for members without a field. */
export function useDescribe(): (path: string) => Described | null {
  const t = useTexts(pageTexts);
  const { state, english, german } = useTexts(updateTexts);
  const names = new Map([
    ['displayName', t.name],
    ['words.state', state],
    ['words.en', english],
    ['words.de', german],
    ['serviceIds', t.services],
    ['statusPageIds', t.pages],
  ]);
  return (path) => {
    const name = names.get(path);
    return name === undefined ? null : { name };
  };
}
