import type { Field, Fields } from '../../model/fields.ts';
import { shapesOf, type WireShape, type WireShapes } from '../../write/to-terraform.ts';
import { isTaken, takenOver } from './taken-over.ts';

const anew = 'made anew here';
const common: Field[] = [
  { from: '/id', to: 'the key in the lock file' },
  { from: '/isProvisioned', noise: 'all is provisioned here' },
  { from: '/organizationId', noise: 'there is one organization' },
];

const settings: Field[] = [
  {
    from: '/incidentNotificationSettings/phoneNumberConfirmations/**',
    noise: 'numbers are confirmed here again',
  },
];

/** Fields that are known beside the contract that both products share. */
const more: Readonly<Record<string, readonly Field[]>> = {
  teams: [{ from: '/tierSettings/**', noise: 'the same is in team-escalations' }],
  'team-memberships': [
    { from: '/email', to: 'tocsin_user.email', note: 'of people of whom nothing else is told' },
    { from: '/activatedAt', noise: 'whoever is invited accepts again' },
  ],
  integrations: [
    { from: '/webhookUrl', to: 'tocsin_integration.accepted_keys' },
    {
      from: '/integrationSettings/email/aliases/*',
      noPlace: 'Mail has another address here: forward what comes there.',
      level: 'behaviour',
    },
    {
      from: '/integrationSettings/bird/**',
      noPlace: 'Tocsin has no phone numbers of Bird: use one of Twilio or Telnyx',
      level: 'behaviour',
    },
  ],
  'outbound-integrations': [{ from: '/mattermostSettings/slashCommandUrl', noise: anew }],
  routings: [
    ...['from', 'until', 'selectedDays/*'].map((member) => ({
      from: `/rules/*/conditions/schedule/${member}`,
      noise: 'said twice',
    })),
  ],
  'status-pages': [
    {
      from: '/passwordProtectionPassword',
      to: 'tocsin_status_page.password_protection_password',
      note: 'only a Terraform state has it',
    },
    {
      from: '/isPasswordProtectionPasswordConfigured',
      to: 'tocsin_status_page.disable_public_page',
      note: 'a page with a password is off until you set one here',
    },
    {
      from: '/customHostSettings/cloudFlareCreateCustomHostNameResponse/**',
      noise: 'how its host name is proven there',
    },
    ...['BackgroundColor', 'BackgroundColorDarkMode', 'TextColor', 'TextColorDarkMode'].map(
      (name) => ({ from: `/publicBanner${name}`, noise: 'said twice' }),
    ),
  ],
};

const people = [...common, ...settings, ...rowsOf('tocsin_user')];

/** Made of the attributes that the provider has: the contract of All Quiet is the one of this server. */
export const fields: Fields = {
  users: people,
  members: people,
  'notification-settings': [
    ...common,
    { from: '/userId', noise: 'the person whom it was asked for' },
    { from: '/phoneNumber', to: 'tocsin_user.phone_number' },
    ...rowsOf('tocsin_user_incident_notification_settings').map((row) =>
      'to' in row ? { ...row, to: 'tocsin_user.incident_notification_settings' } : row,
    ),
  ],
  ...Object.fromEntries(
    Object.entries(takenOver).map(([kind, type]) => [
      kind,
      [...common, ...(more[kind] ?? []), ...rowsOf(type)],
    ]),
  ),
};

function rowsOf(type: string): Field[] {
  const attributes = Object.entries(shapesOf(type)).filter(
    ([, { wire }]) => wire !== undefined && wire !== 'id' && isTaken(type, wire),
  );
  return attributes.flatMap(([name, shape]): Field[] => {
    const from = `/${shape.wire}`;
    if (!shape.sent && shape.presence !== 'required')
      return [{ from: shape.nested ? `${from}/**` : from, noise: anew }];
    return [...ofServer(shape, from), { from: pointerOf(shape, from), to: `${type}.${name}` }];
  });
}

function pointerOf({ type, nested }: WireShape, from: string): string {
  if (nested) return `${from}/**`;
  return typeof type === 'object' ? `${from}/*` : from;
}

/** Members that the server adds inside of members that clients send. */
function ofServer({ nested }: WireShape, from: string): Field[] {
  if (!nested) return [];
  const below = nested.nesting === 'list' ? `${from}/*` : from;
  return [
    ...(nested.nesting === 'list' ? [{ from: `${below}/id`, noise: anew }] : []),
    ...Object.values(nested.attributes satisfies WireShapes).flatMap((shape): Field[] => {
      if (shape.wire === undefined || shape.wire === 'id') return [];
      const at = `${below}/${shape.wire}`;
      if (shape.sent) return ofServer(shape, at);
      return [{ from: shape.nested ? `${at}/**` : at, noise: anew }];
    }),
  ];
}
