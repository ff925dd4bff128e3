/** What replays say. */
export const replays = {
  replayGoesOn:
    'Ten replays of this organization wait already. Look at them in the list of replays, and ask again once one is done.',
  runServerEnded: 'The server that ran it has ended.',
  replayTooManyOpen:
    'More incidents are open at once, or more was done to them, than has room in memory.',
  runBroke: 'It ended by a mistake of the server, which the log has.',
  replayFromNotBefore: 'must be before the end of the time',
  replayFromOrDays: 'must be left out where `from` is given',
  nobodyBecause: 'Nobody is on call. {reasons:sentences}',
  whatIfPause:
    'People are told of incidents of “{integration}” after {minutes:number} minutes, unless they have ended by then.',
  whatIfThreshold:
    'Nobody is told of what comes once: incidents of “{integration}” need {count:number} alerts within {minutes:number} minutes.',
  whatIfGrouping:
    'Alerts of “{integration}” with the same “{attribute}” are one incident while it is open.',
  whatIfSuppression:
    'While an incident of “{source}” is open, nobody is told of those of “{target}” of the same team.',
  whatIfWindow:
    '“{integration}” is muted each day for an hour from {time}, when most of its alerts come.',
  whatIfMorning:
    'Minor incidents of {team} that come between {from} and {until} wait for the morning.',
  whatIfUrgency: 'Minor incidents of “{integration}” are of low urgency.',
} as const;
