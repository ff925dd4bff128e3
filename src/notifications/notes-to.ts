import { channelNames, registry } from '../channels/index.ts';
import { repeatableId } from '../kernel/index.ts';
import { type ChannelReadiness, channelSettings, type Recipient } from './deliveries-to.ts';
import type { DeliveryDocument, DeliveryNote } from './delivery.ts';
import { targetsOf } from './new-delivery.ts';
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
 * The messages of a note, by the channels that carry notes, whatever severities and delays the person has set, because
 * nothing burns. A channel that the person has switched off, or that cannot send, is left out; one that is a fallback
 * is used where nothing else is left and the note asks for it. Pure.
 */
export function notesTo(
  recipient: Recipient,
  { organizationId, teamId, at, key, title, body, link, asks, until, orAsText }: PersonalNote,
  channels: ChannelReadiness,
): DeliveryDocument[] {
  const { userId, settings } = recipient;
  if (recipient.isSuspended) return [];
  const usable = channelNames.filter((channel) => {
    const { note } = registry[channel];
    if (!note || (note.isFallback && !orAsText)) return false;
    return channelSettings(settings, channel).isOn && channels.missing(channel) === null;
  });
  const targets = usable.flatMap((lane) =>
    targetsOf(recipient, lane).map((target) => ({ lane, target })),
  );
  const usual = targets.filter(({ lane }) => !registry[lane].note?.isFallback);
  return (usual.length > 0 ? usual : targets).map(({ lane, target: { shown, deviceId } }) =>
    aboutNoIncident({
      _id: repeatableId(
        at.getTime(),
        'note',
        teamId ?? organizationId,
        key,
        userId,
        lane,
        ...(deviceId === undefined ? [] : [deviceId]),
      ),
      organizationId,
      teamIds: teamId === null ? [] : [teamId],
      ownerId: userId,
      ...(deviceId === undefined ? {} : { deviceId }),
      lane,
      step: key,
      because: title,
      note: {
        title,
        body,
        ...(link ? { link } : {}),
        ...(asks ? { asks } : {}),
        ...(until ? { until } : {}),
      },
      at,
      target: shown,
    }),
  );
}
