import type { Wordings } from './wording.ts';

/** Help texts about fields that choose other objects. */
export const referencesHelp: Wordings = {
  'The team that owns it. Its administrators may change it, and it goes with the team.':
    'Das Team, dem es gehört. Dessen Administratoren dürfen es ändern; mit dem Team wird es gelöscht.',
  'The team that owns them. Its administrators may change them, and they go with the team.':
    'Das Team, dem sie gehören. Dessen Administratoren dürfen sie ändern; mit dem Team werden sie gelöscht.',
  'Ids of the users on duty together; empty for nobody.': {
    en: 'People on duty together; empty for nobody.',
    de: 'Wer zusammen Bereitschaft hat; leer für niemanden.',
  },
  'Ids of the users on call together.': {
    en: 'People on call together.',
    de: 'Wer zusammen Bereitschaft hat.',
  },
  'Calendars of holidays, which layers follow by their onHolidays.': {
    en: 'Calendars of holidays: each layer says what it does on them.',
    de: 'Feiertagskalender: Jede Ebene sagt, was sie an diesen Tagen tut.',
  },
  'Calendars of holidays; no window begins on these days.':
    'Feiertagskalender: An diesen Tagen beginnt kein Zeitfenster.',
  'This person.': null,
  'People of this schedule.': null,
  'People of this team, or whatever it follows.':
    'Personen dieses Teams, oder wem es selbst folgt.',
  'This policy begins beside this one, and its team is assigned. A policy begins once for an incident.':
    'Diese Richtlinie beginnt neben dieser, und ihr Team wird zugewiesen. Eine Richtlinie beginnt für eine Störung nur einmal.',
  'This tool is told.': null,
  'Teams that are assigned to the incident, which are told by their own policies.':
    'Teams, die der Störung zugewiesen und nach ihren eigenen Richtlinien verständigt werden.',
  'The team whose incidents it concerns. Its administrators may change it, and it goes with the team.':
    'Das Team, um dessen Störungen es geht. Dessen Administratoren dürfen sie ändern; mit dem Team wird sie gelöscht.',
  'Further teams whose incidents it concerns, on both sides. Only who administers a team may name it here.':
    'Weitere Teams, um deren Störungen es geht, auf beiden Seiten. Nur wer ein Team verwaltet, darf es hier nennen.',
  'Teams whose people are told by the other product. A team is in one shadow run at most.':
    'Teams, deren Leute das andere Produkt verständigt. Ein Team ist höchstens einmal im Schattenbetrieb.',
  'The schedule that it is about, with which it goes.':
    'Der Plan, um den es geht; mit ihm wird es gelöscht.',
  'Only incidents of these integrations of the team.':
    'Nur Störungen dieser Integrationen des Teams.',
  'Outbound integrations that are told when it begins and when it ends, each time: chats (Slack, Mattermost, Microsoft Teams, Discord, Google Chat, Telegram), Email, Webhook and Zapier. Tools that know only incidents are refused.':
    {
      en: 'Outbound integrations that are told when it begins and when it ends, each time: chats, e-mail, webhooks and Zapier.',
      de: 'Ausgehende Integrationen, die jedes Mal Beginn und Ende erfahren: Chats, E-Mail, Webhooks und Zapier.',
    },
  'Owners who may sign in without the identity provider although it is required.':
    'Inhaber, die sich ohne den Identitätsanbieter anmelden dürfen, obwohl er verlangt wird.',
  'The teams the key can see.': 'Die Teams, die der Schlüssel sieht.',
  'The team in which teamRole is given.': {
    en: 'The team in which the role is given.',
    de: 'Das Team, in dem die Rolle vergeben wird.',
  },
  'The user the subscription belongs to; one of the Owners.':
    'Wem das Abonnement gehört: einer der Inhaber.',
  'Of supportHours, which needs them.': {
    en: 'Needed where the urgency depends on support hours.',
    de: 'Nötig, wenn die Dringlichkeit von Servicezeiten abhängt.',
  },
  'The escalation policy that incidents follow which affect the service, unless their integration names one.':
    'Die Eskalationsrichtlinie für Störungen, die den Dienst betreffen, wenn ihre Integration keine nennt.',
  'Services without which this one does not work. While an open incident affects one of them, or one that they depend on in turn, nobody is told of incidents that payloads open for this service, as suppression says. A circle of services is refused.':
    {
      en: 'Services without which this one does not work. While an open incident affects one of them, nobody is told of new incidents of this service.',
      de: 'Dienste, ohne die dieser nicht geht. Solange eine offene Störung einen davon betrifft, wird von neuen Störungen dieses Dienstes niemand verständigt.',
    },
  'The incident follows this escalation policy, in place of what its teams follow as far as the routing is about them; the team of the policy is assigned. Of several rules the last one counts.':
    'Die Störung folgt dieser Eskalationsrichtlinie statt der ihrer Teams, soweit die Weiterleitung sie betrifft; das Team der Richtlinie wird zugewiesen. Von mehreren Regeln zählt die letzte.',
  'Only with addInteraction Affects. In addition to services that are affected.': {
    en: 'In addition to services that are affected.',
    de: 'Zusätzlich zu den Diensten, die schon betroffen sind.',
  },
  'Only with addInteraction Forwarded.': null,
  'Only incidents of one of these teams.': 'Nur Störungen eines dieser Teams.',
  'Only alerts that reach the person because they are in one of these schedules, which a step of an escalation policy names.':
    'Nur Alarme, die jemanden über einen dieser Pläne erreichen, den ein Schritt einer Eskalationsrichtlinie nennt.',
  'The escalation policy that its incidents follow, in place of what its team follows; the team of the policy is assigned to them.':
    'Die Eskalationsrichtlinie ihrer Störungen, statt der ihres Teams; das Team der Richtlinie wird ihnen zugewiesen.',
  'The team whose schedules and tiers, or policy, decide who is rung, in which order. Administrators of teams can name teams that they administer.':
    'Das Team, dessen Pläne und Stufen oder Richtlinie entscheiden, wen es in welcher Reihenfolge anruft. Administratoren von Teams können die Teams nennen, die sie verwalten.',
  'People of the steps of this policy are rung, step by step, instead of those of what the team follows. Nothing else of its steps counts.':
    'Angerufen werden Schritt für Schritt die Personen dieser Richtlinie statt derer, denen das Team folgt. Sonst zählt nichts von ihren Schritten.',
  'Who is rung when it is closed; needed for Team.':
    'Wen es anruft, wenn geschlossen ist; für „Team“ nötig.',
};
