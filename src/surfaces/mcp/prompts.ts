import { isUuid } from '../../kernel/index.ts';
import type { Asking } from './asking.ts';
import { listTools } from './tool-list.ts';

export interface PromptView {
  name: string;
  title: string;
  description: string;
  arguments: { name: string; description: string; required: boolean }[];
}

interface Prompt extends PromptView {
  /** A prompt is listed for keys that may use all of them. */
  tools: readonly string[];
  steps: readonly string[];
}

const incidentId = { name: 'incidentId', description: 'Id of the incident.', required: true };
const guaranteeId = { name: 'guaranteeId', description: 'Id of the guarantee.', required: true };
const teamId = { name: 'teamId', description: 'Id of the team.', required: true };

const prompts: readonly Prompt[] = [
  {
    name: 'triage',
    title: 'Triage an incident',
    description: 'What is broken, since when, who has it, and what to look at first.',
    arguments: [incidentId],
    tools: ['get_incident', 'what_changed_around', 'related_incidents', 'who_would_be_told'],
    steps: [
      'Read the incident with get_incident and what changed around it with what_changed_around.',
      'Read earlier ones with related_incidents.',
      'See with who_would_be_told who is told next.',
      'Say in a few sentences what is broken, since when, and who has it.',
      'Say what ended it last time, and what to look at first.',
      'Keep apart what the answers say and what you conclude. Change nothing.',
    ],
  },
  {
    name: 'hand-over',
    title: 'Hand over a shift',
    description: 'What the next person on call has to know.',
    arguments: [teamId],
    tools: ['handover_summary', 'get_incident'],
    steps: [
      'Ask handover_summary for the team, and get_incident for what its latest line does not explain.',
      'Write a hand-over: what is open and why, what came and went, which gaps are ahead.',
      'One line each, the severest first.',
    ],
  },
  {
    name: 'postmortem-draft',
    title: 'Draft a postmortem',
    description: 'A timeline of an incident, and the questions that are open.',
    arguments: [incidentId],
    tools: ['get_incident', 'who_was_told', 'what_changed_around', 'related_incidents'],
    steps: [
      'Read the incident with get_incident and its messages with who_was_told.',
      'Read what changed around it with what_changed_around, and earlier ones with related_incidents.',
      'Write a timeline in UTC, the effect, how it was noticed and ended, and whether people were told in time.',
      'Name no culprit. List as open questions whatever the answers do not say.',
    ],
  },
  {
    name: 'why-was-nobody-told',
    title: 'Why was nobody told?',
    description: 'Follows an alert from the incident to the people.',
    arguments: [incidentId],
    tools: ['get_incident', 'who_was_told', 'who_would_be_told', 'coverage'],
    steps: [
      'Read the history of the incident with get_incident.',
      'Silences, maintenance, holds and merges keep people from being told.',
      'Read with who_was_told each message, and the reason where it was not sent.',
      'Read with who_would_be_told who is next, or why nobody is.',
      'Look with coverage whether it would happen again.',
      'Say the first thing in this chain that kept people from being told, and what would mend it.',
    ],
  },
  {
    name: 'mend-guarantee',
    title: 'Mend a guarantee',
    description: 'The smallest change after which a broken guarantee holds, as code for a person.',
    arguments: [guaranteeId],
    tools: ['prove_change', 'search_configuration', 'call_operation'],
    steps: [
      'Read the guarantee: call_operation with getGuarantee and this id.',
      'Ask prove_change without changes for the smallest case that breaks it.',
      'Find what decides that case with search_configuration, and read it.',
      'Try the smallest change that could mend it with prove_change and `changes`; try five at most.',
      'Where it holds, see with replay_change, if you have that tool, whom the change would have told otherwise.',
      'Ask call_operation for the write: it answers the Terraform code and writes nothing.',
      'Say what breaks it, what you would change, what the proof says of that, and the code. A person applies it.',
      'If no change mended it, or the proof did not decide, say so.',
    ],
  },
  {
    name: 'reduce-noise',
    title: 'Reduce noise',
    description: 'What a team is told of and need not be, and a change that would end it.',
    arguments: [teamId],
    tools: ['incident_report', 'search_incidents', 'related_incidents', 'simulate_routing'],
    steps: [
      'Read the figures of the last 30 days of the team with incident_report.',
      'Ask call_operation for createNoiseReport, if the key may: it says what woke people for nothing, and what each of some changes would have saved.',
      'Find with search_incidents what came most often, ended by itself or was never taken.',
      'See with related_incidents which of those belong together.',
      'Think for each of one change: grouping, a delay, another severity, a rule of the routing, a silence.',
      'Try it with simulate_routing; with replay_change, if you have that tool, on the past, too.',
      'Give up a change by which nobody would be told of something that people acted on.',
      'Ask call_operation for the write: it answers the Terraform code and writes nothing.',
      'List the changes, with how many messages each would have saved, and what could be missed.',
    ],
  },
];

/** The prompts whose tools the key may use. */
export function listPrompts({ toolbox, caller, selection }: Asking): PromptView[] {
  const names = new Set(listTools(toolbox, caller, selection).map(({ name }) => name));
  return prompts
    .filter(({ tools }) => tools.every((tool) => names.has(tool)))
    .map(({ tools: _tools, steps: _steps, ...view }) => view);
}

/** The text of a prompt; null for one that is not listed, or an argument that is no id. */
export function promptText(
  asking: Asking,
  name: string,
  given: Readonly<Record<string, string>>,
): string | null {
  const prompt = prompts.find((one) => one.name === name);
  if (!prompt || !listPrompts(asking).some((one) => one.name === name)) return null;
  const subjects = prompt.arguments.map((argument) => ({ ...argument, id: given[argument.name] }));
  if (!subjects.every(({ id }) => id !== undefined && isUuid(id))) return null;
  return [...subjects.map((one) => `${one.name}: ${one.id}`), ...prompt.steps].join('\n');
}
