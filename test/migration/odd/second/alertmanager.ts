/** As the operator of Kubernetes writes it, by its reference and https://prometheus.io/docs/alerting/latest/configuration. */

/** The object of a namespace, with secrets of the cluster in the place of addresses. */
export const operated = `
apiVersion: monitoring.coreos.com/v1alpha1
kind: AlertmanagerConfig
metadata: { name: mill, namespace: grain, labels: { alertmanagerConfig: main } }
spec:
  route:
    receiver: millers
    groupBy: [job]
    groupWait: 1m
    repeatInterval: 12h
    muteTimeIntervals: [holidays]
    routes:
      - receiver: flour
        matchers: [{ name: stage, value: 'prod|live', matchType: '=~' }]
        continue: true
  receivers:
    - name: millers
      opsgenieConfigs:
        - apiKey: { name: opsgenie, key: key }
          responders: [{ type: team, name: Millers }]
          sendResolved: true
      emailConfigs: [{ to: 'Mill <mill@example.com>, second@example.com', requireTLS: true }]
    - name: flour
      slackConfigs: [{ apiURL: { name: slack, key: url }, channel: C0FLOUR, title: '{{ .Status }}' }]
      telegramConfigs: [{ chatID: -100123, botToken: { name: tg, key: t }, messageThreadID: 3 }]
      pushoverConfigs: [{ userKey: { name: p, key: u }, token: { name: p, key: t } }]
    - name: ''
      webhookConfigs: [{ url: 'https://hooks.example.com/mill' }]
  inhibitRules:
    - { sourceMatch: [{ name: severity, value: critical }], equal: [job] }
  muteTimeIntervals:
    - { name: holidays, timeIntervals: [{ daysOfMonth: [{ start: 24, end: 26 }], months: ['12'] }] }
`;

/** Names that differ in case and spaces, receivers that nobody routes to, a receiver that is routed to and missing. */
export const untidy = `
route:
  receiver: Night
  routes:
    - { receiver: night, match: { a: b } }
    - { receiver: 'no such receiver' }
receivers:
  - name: Night
    webhook_configs: [{ url: 'http://127.0.0.1:9/x' }]
  - name: night
    discord_configs: [{ webhook_url_file: /run/secrets/x, username: bot }]
  - name: 'Nachtdienst / Süd 🌙'
    msteams_configs: [{ webhook_url: 'https://t.example.com/y', title: a }]
    mattermost_configs: [{ webhook_url: 'https://m.example.com/z' }]
    rootly_configs: [{ url: 'https://rootly.example.com' }]
`;
