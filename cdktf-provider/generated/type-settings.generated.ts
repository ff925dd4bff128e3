// Generated from templates/*/type.yaml by `npm run generate`.

export const typeSettings: Readonly<Record<string, string>> = {
  Bird: 'bird',
  CronJobMonitor: 'cronJobMonitor',
  Email: 'email',
  HeartbeatMonitor: 'heartbeatMonitor',
  HttpMonitoring: 'httpMonitoring',
  PingMonitor: 'pingMonitor',
  Telnyx: 'telnyx',
  Twilio: 'twilio',
};
