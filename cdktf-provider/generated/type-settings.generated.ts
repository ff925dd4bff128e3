// Generated from templates/*/type.yaml by `npm run generate`.

/** Which member of `integrationSettings` a type takes. */
export const typeSettings: Readonly<Record<string, string>> = {
  CronJobMonitor: 'cronJobMonitor',
  Email: 'email',
  HeartbeatMonitor: 'heartbeatMonitor',
  HttpMonitoring: 'httpMonitoring',
  PingMonitor: 'pingMonitor',
  Telnyx: 'telnyx',
  Twilio: 'twilio',
};

/** What is said of settings of an untested type. */
export const untestedSettings: Readonly<Record<string, string>> = {
  telnyx:
    'No call of a live account of Telnyx was tried; everything goes by its public documentation. Call the number before you rely on it.',
};

/** Why there can be no integration of these types. */
export const refusedTypes: Readonly<Record<string, string>> = {
  Bird:
    'Calls of Bird are not supported, because what its voice webhooks send and expect is not published. Use a number of type Twilio or Telnyx, and forward the number of Bird to it.',
};
