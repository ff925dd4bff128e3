import type { DataSourceOverlay } from './overlay.ts';

// `provider` is a word of Terraform's own.
const carrier = { rename: 'carrier' };
const carrierCallId = { rename: 'carrier_call_id' };

/** The texts beside them say the same. */
export const inParts = 'what the text beside it is made of';
const sentencesIgnored = (prefix: string) => ({
  [`${prefix}endReasonSentence`]: inParts,
  [`${prefix}incidentReasonSentence`]: inParts,
  [`${prefix}recording.reasonSentence`]: inParts,
  [`${prefix}callBacks[].endReasonSentence`]: inParts,
});

/** Results of calls to phone numbers: for reports, and for checks that a hotline is answered. */
export const calls: readonly DataSourceOverlay[] = [
  {
    type: 'tocsin_call_sessions',
    description:
      'Calls to phone numbers, newest first. Every call that matches is read, so say with `from` how old they may be.',
    operation: 'listCallSessions',
    items: 'callSessions',
    attributes: {
      'callSessions[].provider': carrier,
      'callSessions[].providerCallId': carrierCallId,
    },
    ignore: sentencesIgnored('callSessions[].'),
  },
  {
    type: 'tocsin_call_session',
    description: 'One call, with the log that says why it went the way it did.',
    operation: 'getCallSession',
    attributes: { provider: carrier, providerCallId: carrierCallId },
    ignore: {
      ...sentencesIgnored(''),
      'log[].reasonSentence': inParts,
      'log[].detail': 'has other members for every step',
    },
  },
  {
    type: 'tocsin_call_stats',
    description: 'How many calls there were, by outcome, interval, number and team.',
    operation: 'getCallStats',
  },
  {
    type: 'tocsin_call_routing_options',
    description: 'Which languages the prompts of a phone number can be spoken in, for `locale`.',
    operation: 'getCallRoutingOptions',
    attributes: {
      id: { description: 'Id of the phone number, which is an inbound integration.' },
      provider: carrier,
    },
  },
];
