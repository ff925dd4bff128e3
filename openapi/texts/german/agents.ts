/** Was Agenten getan haben, für die Personen, die für sie einstehen. */
export const agents = {
  agentDayTitle: 'Was der Agent „{name}“ gestern getan hat',
  agentDay: 'Änderungen zwischen {from:moment} und {until:moment}: {count:number}.',
  agentOpened: 'Eröffnet: {titles:list}{more:more}.',
  agentCommented: 'Kommentiert: {titles:list}{more:more}.',
  agentEscalated: 'Eskaliert: {titles:list}{more:more}.',
  agentAcknowledged: 'Angenommen: {titles:list}{more:more}.',
  agentAssigned: 'Zugewiesen: {titles:list}{more:more}.',
  agentSnoozed: 'Zurückgestellt: {titles:list}{more:more}.',
  agentResolved: 'Gelöst: {titles:list}{more:more}.',
  agentDidOther: 'Anderes: {titles:list}{more:more}.',
  agentDayNext:
    'Sie stehen für diesen Agenten ein. Widerrufen Sie seinen Schlüssel, wenn er etwas tat, was er nicht soll.',
  agentPage: 'Agenten öffnen',
} as const;
