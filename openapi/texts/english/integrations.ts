/** What somebody who connects an integration, or relies on it, has to know. */
export const integrations = {
  noMailReceived:
    'This server receives no mail: nothing arrives here until its operator sets TOCSIN_SMTP_LISTEN.',
  noCallArrives: 'Its settings name no phone number: no call arrives here.',
  nothingWatched: 'Its settings do not say what is watched: nothing is.',
  callsNeedToken:
    'No call is taken: nothing proves that a request comes from the carrier. Its settings need the account SID and the auth token.',
  callsNeedKey:
    'No call is taken: nothing proves that a request comes from the carrier. Its settings need the public key.',
  voiceMissing: 'No voice speaks {locale}, so {prompt} is spoken as {language}.',
  voiceUnused: 'The voice of {prompt} is not used: each language has its own.',
  enterAddressIn: 'Enter {address} in {tool} as the address that alerts are sent to.',
  verifiedBySns:
    'The signature of the message, by Amazon’s certificate. Secret: ARNs of the topics that may send, one per line; empty for every topic.',
  verifiedByGithub: 'X-Hub-Signature-256. Secret: the secret of the webhook.',
  verifiedByGitlab: 'X-Gitlab-Token. Secret: the token.',
  verifiedByGrafana:
    'X-Grafana-Alerting-Signature; repeats are refused when the time stamp header is X-Grafana-Alerting-Timestamp. Secret: that of the contact point.',
  verifiedBySentry:
    'Sentry-Hook-Signature. Secret: the client secret of the integration in Sentry.',
  verifiedByPagerDuty:
    'X-PagerDuty-Signature, any of its v1 values. Secret: that of the subscription.',
  verifiedBySlack:
    'X-Slack-Signature, at most five minutes old. Secret: the signing secret of the app.',
  verifiedByHmac:
    'A {scheme} HMAC of the body, in {encoding}. Secret: the one entered in the tool.',
  verifiedByHeader: 'A header that holds the secret. Secret: the one entered in the tool.',
  verifiedByTwilio:
    'X-Twilio-Signature over the public URL of the server. Secret: the auth token of the account.',
  verifiedByBody:
    'A field of the body that holds the secret; it is redacted before the payload is stored. Secret: the one entered in the tool.',
} as const;
