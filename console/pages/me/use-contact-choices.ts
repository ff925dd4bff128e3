import { api } from '../../api/client.ts';
import { devicesPath } from '../../installable/push-here.tsx';
import type { FieldChoice } from '../../parts/schema-form/index.ts';
import { type Contact, contactChoices } from './contacts-of-rules.ts';
import { useChats } from './use-chats.ts';

/** What steps of the person may name: contacts, devices and accounts in chats. */
export function useContactChoices(userId: string, contacts: readonly Contact[]): FieldChoice[] {
  const devices = api.useQuery('get', devicesPath, {
    params: { query: { UserId: userId, Limit: 100 } },
  });
  const chats = useChats(userId);
  return contactChoices(
    contacts,
    devices.data?.pushSubscriptions ?? [],
    chats.data?.accounts ?? [],
  );
}
