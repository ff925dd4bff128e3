/**
 * A team that holds an incident, and since when, as one text: `<team id> <moment>`. An index of such texts finds the
 * incidents that came to a team in a period, which an index of two members of one array cannot.
 */
export interface Holding {
  teamId: string;
  since: Date;
}

export function toHeld({ teamId, since }: Holding): string {
  return `${teamId} ${since.toISOString()}`;
}

export function fromHeld(text: string): Holding {
  const [teamId = '', since = ''] = text.split(' ');
  return { teamId, since: new Date(since) };
}

/** Finds the facts of incidents that came to the team in the period. */
export function cameTo(teamId: string, from: Date, until: Date) {
  return {
    $elemMatch: {
      $gte: toHeld({ teamId, since: from }),
      $lt: toHeld({ teamId, since: until }),
    },
  };
}
