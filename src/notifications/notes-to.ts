import { isPlaceholderEmail } from '../identity/index.ts';
import { repeatableId } from '../kernel/index.ts';
import { words } from '../sentences/index.ts';
import {
  type ChannelReadiness,
  channelSettings,
  type Device,
  type Recipient,
  targetOf,
} from './deliveries-to.ts';
import type { ChannelName, DeliveryDocument, DeliveryNote } from './delivery.ts';
import { aboutNoIncident } from './no-incident.ts';

/** Something that one person is told and that is about no incident. */
export interface PersonalNote extends DeliveryNote {
  organizationId: string;
  /** Null: it is about the organization. */
  teamId: string | null;
  at: Date;
  /** Send a text where the person has neither mail nor push. */
  orAsText?: true;
  /** Together with the instant, makes repeating the note harmless. */
  key: string;
}

/**
 * The messages of a note: by e-mail and push alone, whatever severities and delays the person has set, because nothing burns; as a text
 * where neither is left and the note asks for it. A channel that the person has switched off, or that cannot send, is left out. Pure.
 */
export function notesTo(
  recipient: Recipient,
  { organizationId, teamId, at, key, title, body, link, until, orAsText }: PersonalNote,
  channels: ChannelReadiness,
): DeliveryDocument[] {
  const { userId, settings, devices, email, phone } = recipient;
  if (recipient.isSuspended) return [];
  const usable = (['Email', 'Push', 'SMS'] as const).filter((lane) => {
    if (!channelSettings(settings, lane).isOn || channels.missing(lane) !== null) return false;
    if (lane === 'SMS') return orAsText === true && phone !== null;
    return lane === 'Push' ? devices.length > 0 : !isPlaceholderEmail(email);
  });
  const ways = usable.length > 1 ? usable.filter((lane) => lane !== 'SMS') : usable;
  const each = ways.flatMap((lane): { lane: ChannelName; device?: Device }[] =>
    lane === 'Push' ? devices.map((device) => ({ lane, device })) : [{ lane }],
  );
  return each.map(({ lane, device }) =>
    aboutNoIncident({
      _id: repeatableId(
        at.getTime(),
        'note',
        teamId ?? organizationId,
        key,
        userId,
        lane,
        ...(device ? [device.id] : []),
      ),
      organizationId,
      teamIds: teamId === null ? [] : [teamId],
      ownerId: userId,
      ...(device ? { deviceId: device.id } : {}),
      lane,
      step: key,
      because: words(title),
      note: { title, body, ...(link ? { link } : {}), ...(until ? { until } : {}) },
      at,
      target: targetOf(recipient, lane, device),
    }),
  );
}
