import type { Fields } from '../../model/fields.ts';

const stays = 'Alertmanager goes on doing this, and says in its payloads which receiver it chose';
const addresses = 'how Alertmanager itself reaches others';
const wording = 'Tocsin has words of its own; mappings and templates of tools change them';

const secrets = [
  ...['api_url', 'webhook_url', 'bot_token', 'token', 'service_key', 'routing_key', 'api_key'],
  ...['user_key', 'auth_password', 'auth_secret', 'secret_key', 'access_token', 'url'],
];

/** https://prometheus.io/docs/alerting/latest/configuration, release 0.28. */
export const alertmanagerFields: Fields = {
  configurations: [
    { from: '/receivers/*/name', to: 'tocsin_team.display_name, tocsin_routing.rules' },
    { from: '/name', noise: 'the file or object of Kubernetes that it comes from' },
    { from: '/route/receiver', to: 'tocsin_routing.rules (the last one)' },
    { from: '/route/**', noise: stays },
    { from: '/inhibit_rules/**', noise: stays },
    { from: '/time_intervals/**', noise: stays },
    { from: '/mute_time_intervals/**', noise: stays },
    { from: '/global/**', noise: addresses },
    { from: '/tracing/**', noise: 'about Alertmanager itself' },
    { from: '/templates/*', noPlace: wording, level: 'lost' },
    {
      from: '/receivers/*/slack_configs/*/channel',
      to: 'tocsin_outbound_integration.slack_settings.selected_channel_ids',
    },
    {
      from: '/receivers/*/email_configs/*/to',
      to: 'tocsin_outbound_integration.email_settings.to',
    },
    {
      from: '/receivers/*/msteams_configs/*/webhook_url',
      to: 'tocsin_outbound_integration.microsoft_teams_settings',
    },
    {
      from: '/receivers/*/msteamsv2_configs/*/webhook_url',
      to: 'tocsin_outbound_integration.microsoft_teams_settings',
    },
    {
      from: '/receivers/*/discord_configs/*/webhook_url',
      to: 'tocsin_outbound_integration.discord_settings',
    },
    {
      from: '/receivers/*/telegram_configs/*/bot_token',
      to: 'tocsin_outbound_integration.telegram_settings.bot_token',
    },
    {
      from: '/receivers/*/telegram_configs/*/chat_id',
      to: 'tocsin_outbound_integration.telegram_settings.chat_id',
    },
    {
      from: '/receivers/*/telegram_configs/*/message_thread_id',
      to: 'tocsin_outbound_integration.telegram_settings.message_thread_id',
    },
    { from: '/receivers/*/*/*/send_resolved', noise: 'an open incident ends when its alerts do' },
    ...secrets.map((name) => ({
      from: `/receivers/*/*/*/${name}`,
      noPlace: 'where it stands today, or a key of the product that it belongs to',
      level: 'secret' as const,
    })),
    {
      from: '/receivers/*/*/*/http_config/**',
      noPlace: 'how Alertmanager connects; proxies are a setting of this server',
      level: 'lost',
    },
    { from: '/receivers/*/*/*/**', noPlace: wording, level: 'lost' },
  ],
};
