import { api } from '../../api/client.ts';
import { useDevices } from '../../installable/use-devices.ts';
import { channelNames } from '../../parts/channels.ts';
import type { Reach } from './settings.ts';
import { isChat } from './settings.ts';
import { toldByChats, useChats } from './use-chats.ts';
import { useOwnRules } from './use-own-rules.ts';

/** How the person can be reached by now. Until it is known, as if by everything, so that nothing alarming is shown. */
export function useReach(userId: string): Reach {
  const phone = api.useQuery('get', '/user/{id}/phone-number', {
    params: { path: { id: userId } },
  });
  const devices = useDevices(userId);
  const { data: chats } = useChats(userId);
  const { data: rules } = useOwnRules(userId);
  const confirmed = (rules?.contacts ?? []).filter(({ confirmedAt }) => confirmedAt);
  return {
    // The first of several contacts of a channel counts: reversed, it is written last.
    further: Object.fromEntries(
      confirmed.toReversed().map(({ channel, label, target }) => [channel, label || target]),
    ),
    chats: chats ? toldByChats(chats) : channelNames.filter(isChat),
    hasPhone: phone.data === undefined || phone.data.isConfirmed,
    hasDevice: devices.data === undefined || devices.data.pushSubscriptions.length > 0,
  };
}
