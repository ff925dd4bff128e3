import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { nameOf } from '../../parts/incident-actions/incident.ts';

export type Told = components['schemas']['IncidentNotification'];

/** The state of a message; void: it waits, and will not be sent as the incident is. */
export type Standing = Told['status'] | 'Void';

/** Somebody who was told, or a tool. */
export interface Recipient {
  id: string;
  /** Null: a person who is gone. */
  name: string | null;
  isTool: boolean;
  /** Newest first. */
  messages: readonly Told[];
  /** The state of the latest message by each way. */
  ways: readonly { channel: Told['channel']; standing: Standing }[];
}

/** Messages, newest first, by whom they were for: people before tools, whoever was told first before the others. */
export function recipientsOf(notifications: readonly Told[]): Recipient[] {
  const groups = Map.groupBy(
    notifications,
    ({ user, outboundIntegration }) => outboundIntegration?.id ?? user?.id ?? '',
  );
  const all = [...groups].map(([id, messages]) => {
    const [{ user, outboundIntegration } = { user: null, outboundIntegration: null }] = messages;
    return {
      id,
      name: outboundIntegration?.displayName ?? (user && nameOf(user)),
      isTool: outboundIntegration !== null,
      messages,
      ways: waysOf(messages),
    };
  });
  // Groups come in the order of their newest message.
  return all.toReversed().toSorted((one, other) => Number(one.isTool) - Number(other.isTool));
}

function waysOf(messages: readonly Told[]): Recipient['ways'] {
  const ways = [...Map.groupBy(messages, ({ channel }) => channel)].map(([channel, [latest]]) => ({
    channel,
    standing: latest ? standingOf(latest) : ('Queued' as const),
  }));
  // Messages that were never to go out are in the details, unless there is nothing else to say.
  const tried = ways.filter(({ standing }) => standing !== 'Dropped');
  return tried.length > 0 ? tried : ways;
}

export function standingOf({ status, isVoid }: Told): Standing {
  return isVoid ? 'Void' : status;
}
