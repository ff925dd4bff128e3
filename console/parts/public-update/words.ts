import type { components } from '../../../openapi/types/public-v1.generated.ts';

export type PublicUpdate = components['schemas']['PublicUpdate'];
export type UpdateState = NonNullable<PublicUpdate['state']>;
export const updateStates = ['Investigating', 'Identified', 'Monitoring', 'Resolved'] as const;

/** The texts that somebody writes to customers, before they are a request. */
export interface Words {
  state: UpdateState | null;
  en: string;
  de: string;
}

type Written = Pick<PublicUpdate, 'state' | 'messages'>;

export function wordsOf({ state, messages }: Written): Words {
  const in_ = (language: 'en' | 'de') =>
    messages.find((one) => one.language === language)?.message ?? '';
  return { state: state ?? null, en: in_('en'), de: in_('de') };
}

/** The first language is what readers of others get. */
export function toMessages(words: Words): PublicUpdate['messages'] {
  return (['en', 'de'] as const).flatMap((language) => {
    const message = words[language].trim();
    return message === '' ? [] : [{ language, message }];
  });
}
