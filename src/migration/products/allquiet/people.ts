import type { Work } from '../../model/importer.ts';
import type { Source } from '../../model/ledger.ts';
import { shapesOf } from '../../write/to-terraform.ts';
import { type Members, take } from './take.ts';

export type People = ReadonlyMap<string, Members & { email: string }>;

const untold =
  'their number and how they are told cannot be read: they are told as anybody is who has just been invited';

/**
 * People by their ids in small letters, or by their address if they have no id yet. Values read of one person take
 * precedence over those of a list, and a person's own settings over those beside the name.
 */
export function peopleOf({ ledger }: Work): People {
  const people = new Map<string, Members & { email: string }>();
  const taking = { type: 'tocsin_user', keyOf: () => null };
  const settings = new Map(
    ledger.all('notification-settings').map((one) => [lower(one.of[0]), one] as const),
  );
  for (const source of [...ledger.all('members'), ...ledger.all('users')]) {
    const id = lower(source.text('id') ?? source.of[0]);
    const taken = take(source, shapesOf('tocsin_user'), taking);
    const email = taken?.email;
    if (taken && typeof email === 'string' && !people.has(id))
      people.set(id, { ...taken, email, ...settingsOf(settings.get(id), taken) });
  }
  for (const membership of ledger.all('team-memberships')) {
    const email = membership.text('email');
    const id = lower(membership.text('userId') ?? email);
    if (!email || people.has(id)) continue;
    people.set(id, { email });
    membership.say('behaviour', untold, 'email');
  }
  return people;
}

function settingsOf(source: Source | undefined, { phoneNumber }: Members): Members {
  if (!source) return {};
  const shapes = shapesOf('tocsin_user_incident_notification_settings');
  const { user_id, phone_number, ...told } = shapes;
  const taken = take(source, told, { type: 'tocsin_user', keyOf: () => null });
  const number = source.text('phoneNumber') ?? phoneNumber;
  return {
    ...(number !== undefined && { phoneNumber: number }),
    ...(taken && { incidentNotificationSettings: taken }),
  };
}

function lower(id: string | null | undefined): string {
  return (id ?? '').toLowerCase();
}
