/** Somebody who is absent, and who takes their place. */
interface Absence {
  userId: string;
  replacements: readonly string[];
}

/** Some people, and all whom absences lead to from them. */
export type Chains = (people: Iterable<string>) => ReadonlySet<string>;

/** Leads on to whoever may come to stand in for somebody: who stands in may be absent in turn. */
export function standInsOf(absences: readonly Absence[]): Chains {
  const byUser = Map.groupBy(absences, ({ userId }) => userId);
  return (people) => {
    const all = new Set(people);
    // A set that grows is walked to its end.
    for (const person of all)
      for (const { replacements } of byUser.get(person) ?? [])
        for (const userId of replacements) all.add(userId);
    return all;
  };
}

/** Leads back to whomever somebody may come to stand in for. */
export function absenteesOf(absences: readonly Absence[]): Chains {
  return standInsOf(
    absences.flatMap(({ userId, replacements }) =>
      replacements.map((replacement) => ({ userId: replacement, replacements: [userId] })),
    ),
  );
}
