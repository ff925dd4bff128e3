/** What somebody who relies on an integration has to know. */
export const integrations = {
  noMailReceived:
    'This server receives no mail: nothing arrives here until its operator sets TOCSIN_SMTP_LISTEN.',
  noCallArrives: 'It has no integrationSettings.{settings}: no call arrives here.',
  nothingWatched: 'It has no integrationSettings.{settings}: nothing is watched.',
  callsUnproven:
    'No call is taken: nothing proves that a request comes from the carrier. Give {proofs:choices} in integrationSettings.{settings}.accessSettings.',
  voiceMissing:
    'No voice speaks {locale}, so {prompt} is spoken as {language}; see call-routing-options.',
  voiceUnused:
    'The voice of {prompt} is not used: each language has its voice; see call-routing-options.',
} as const;
