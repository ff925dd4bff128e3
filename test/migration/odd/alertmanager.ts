/** By hand from https://prometheus.io/docs/alerting/latest/configuration, release 0.28. */

/** Every receiver that there is, several of one kind in one, deep routes, hours by days of months and years. */
export const everyReceiver = `
global:
  smtp_smarthost: 'mail.example.com:587'
  smtp_from: alerts@example.com
  smtp_auth_password_file: /etc/secret
  opsgenie_api_key: secret-of-opsgenie
  victorops_api_key: secret-of-victorops
  telegram_bot_token_file: /etc/telegram
  http_config: { follow_redirects: false, proxy_url: 'http://proxy.example.com:3128' }
route:
  receiver: 'Ops „Nord“'
  group_by: ['...']
  group_wait: 30s
  group_interval: 1d2h
  routes:
    - matchers: ['team=~"db|cache"', env!="dev", 'severity!~"info|debug"']
      receiver: everything
      group_by: []
      active_time_intervals: [quarter]
      routes:
        - match_re: { instance: '^db-[0-9]+$' }
          receiver: phones
          continue: true
        - matchers: ['{name="with spaces"}']
          receiver: everything
    - receiver: phones
time_intervals:
  - name: quarter
    time_intervals:
      - times: [{ start_time: '22:00', end_time: '24:00' }]
        days_of_month: ['-3:-1', '1']
        months: ['january:march', '12']
        years: ['2026:2028']
        location: Australia/Lord_Howe
mute_time_intervals:
  - name: old
    time_intervals: [{ weekdays: ['monday:friday'] }]
inhibit_rules:
  - source_match: { severity: critical }
    target_match_re: { severity: 'warning|info' }
tracing: { endpoint: 'traces.example.com:4317' }
receivers:
  - name: 'Ops „Nord“'
    email_configs:
      - to: 'a@example.com'
        headers: { Subject: '{{ .Status }}' }
        tls_config: { insecure_skip_verify: true }
      - { to: 'not an address', send_resolved: false }
    slack_configs:
      - { channel: '#nord', api_url_file: /etc/slack, actions: [{ type: button, text: Runbook, url: 'https://x.example.com' }], fields: [{ title: a, value: b, short: true }] }
      - { channel: '@someone', api_url: 'https://hooks.slack.example/T1/secret-of-slack' }
  - name: everything
    discord_configs: [{ webhook_url: 'https://discord.example.com/api/webhooks/1/secret-of-discord' }]
    msteams_configs: [{ webhook_url: 'https://teams.example.com/secret-of-teams' }]
    msteamsv2_configs: [{ webhook_url_file: /etc/teams }]
    jira_configs: [{ project: OPS, issue_type: Bug, labels: [a], priority: High, reopen_duration: 1d }]
    opsgenie_configs: [{ responders: [{ name: DB, type: team }], priority: P1, tags: 'a,b', update_alerts: true }]
    pushover_configs: [{ user_key: secret-of-user, token: secret-of-app, priority: '2', retry: 1m, expire: 1h }]
    rocketchat_configs: [{ channel: '#x', token_id: 1, token_id_file: /etc/id, token_file: /etc/token }]
    sns_configs: [{ topic_arn: 'arn:aws:sns:eu-west-1:1:x', sigv4: { region: eu-west-1, secret_key: secret-of-aws } }]
    telegram_configs: [{ chat_id: -1, bot_token_file: /etc/bot, parse_mode: HTML, message_thread_id: 7 }]
    victorops_configs: [{ routing_key: db, message_type: CRITICAL, custom_fields: { a: b } }]
    webex_configs: [{ room_id: R, http_config: { authorization: { credentials: secret-of-webex } } }]
    webhook_configs: [{ url_file: /etc/url, max_alerts: 10 }, { url: 'http://10.0.0.1/hook' }]
    wechat_configs: [{ to_user: '@all', corp_id: c, agent_id: '1' }]
    incidentio_configs: [{ url: 'https://api.incident.example/x', alert_source_token: secret-of-incident }]
  - name: phones
    pagerduty_configs:
      - { service_key: secret-of-v1 }
      - { routing_key_file: /etc/pd, severity: '{{ .CommonLabels.severity }}', details: { a: b }, images: [{ src: a }], links: [{ href: b }] }
`;

/** As operators of Kubernetes write it: one receiver, no names that say anything. */
export const barest = `
route: { receiver: default-receiver }
receivers: [{ name: default-receiver }]
`;
