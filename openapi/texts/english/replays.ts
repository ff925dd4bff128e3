/** What replays say. */
export const replays = {
  replayGoesOn: 'Another replay goes on; wait for its end, or cancel it.',
  replayServerEnded: 'The server that ran it has ended.',
  replayTooManyOpen:
    'More incidents are open at once, or more was done to them, than has room in memory.',
  replayBroke: 'It ended by a mistake of the server, which the log has.',
  replayFromNotBefore: 'must be before the end of the time',
  replayFromOrDays: 'must be left out where `from` is given',
} as const;
