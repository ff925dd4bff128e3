/** The attributes of conditions on incidents, wherever they are. */
export function conditionsAt(path: string) {
  const describe = (members: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(members).map(([name, description]) => [`${path}.${name}`, { description }]),
    );
  return {
    ...describe({
      statuses: 'The incident has one of these statuses.',
      severities: 'The incident has one of these severities.',
      integrations: 'The incident came from one of these integrations.',
      services: 'Somebody, or a rule, said that it affects one of these services.',
      'attributes[].name': 'Name of an attribute of the incident, in any letter case.',
      'attributes[].operator': 'How its value is compared with `value`.',
      'attributes[].value': 'What its value is compared with.',
      'attributes[].ignoreCase': 'Compare without regard to letter case.',
      'schedule.daysOfWeek': 'On these days of the week only, in the time zone of the team.',
    }),
    [`${path}.attributes`]: { equivalent: 'empty-is-null' as const },
  };
}
