import { useDevices } from '../../installable/use-devices.ts';
import type { FieldChoice } from '../../parts/schema-form/index.ts';
import { type Contact, contactChoices } from './contacts-of-rules.ts';
import { useChats } from './use-chats.ts';

/** The choices for steps of the person: contacts, devices and accounts in chats. */
export function useContactChoices(userId: string, contacts: readonly Contact[]): FieldChoice[] {
  const devices = useDevices(userId);
  const chats = useChats(userId);
  return contactChoices(
    contacts,
    devices.data?.pushSubscriptions ?? [],
    chats.data?.accounts ?? [],
  );
}
