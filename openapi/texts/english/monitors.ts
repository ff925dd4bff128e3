/** What a check of a monitor found, and what its silence means. */
export const monitors = {
  monitorDown: '{monitor} is down',
  monitorDegraded: '{monitor} is degraded',
  heartbeatMissing: 'Heartbeat of {monitor} is missing',
  jobDidNotRun: 'Job {monitor} did not run',

  statusUnwanted: 'Status {status} instead of {wanted}.',
  answerContains: 'The answer contains “{text}”.',
  answerContainsNot: 'The answer does not contain “{text}”.',
  answerBeginContainsNot: 'The first 64 KB of the answer do not contain “{text}”.',
  headContainsNothing: 'Answers to HEAD have no content to contain “{text}”; use GET.',
  certificateEnds: 'The certificate ends on {day}, in {days:number} days.',
  failureIgnored: 'Ignored, as the settings say: {why:sentence}',
  packetsAnswered: '{method}: {received:number} of {sent:number} packets answered.',
  packetsUnanswered:
    '{method}: {received:number} of {sent:number} packets answered within {milliseconds:number} ms.',
  connectionsAnswered: '{method}: {received:number} of {sent:number} connections answered.',
  connectionsUnanswered:
    '{method}: {received:number} of {sent:number} connections answered within {milliseconds:number} ms.',
  answersAgain: 'It answers again.',
  answersNot: 'It does not answer.',

  jobSaysItFailed: 'The job reports that it failed.',
  jobSaysWhyItFailed: 'The job reports that it failed: {text}',
  heardOfAgain: 'It was heard of again.',
  heardOfMeanwhile: 'It was heard of again before the alarm was out.',
  neverHeardOf:
    'Nothing was heard by {expected:moment}, when it was expected; nothing was ever heard.',
  lastHeardOf:
    'Nothing was heard by {expected:moment}, when it was expected; last heard on {last:moment}.',
} as const;
