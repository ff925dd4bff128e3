import { isObject, isUuid } from '../../kernel/index.ts';
import { askOperation } from './ask-operation.ts';
import type { Asking } from './asking.ts';
import type { Arguments } from './request-of.ts';
import type { SafeAnswer } from './safe-answer.ts';
import { dataResult, mistakeResult, type ToolResult } from './tool-result.ts';

const tool = 'handover_summary';
const incidentsMax = 25;
const hourMilliseconds = 3_600_000;

/**
 * The hand-over of a team: who is on call, its open and lately resolved incidents in a few lines each, gaps in
 * coverage.
 */
export async function handOver(asking: Asking, given: Arguments): Promise<ToolResult> {
  const { teamId, hours = 12, ...others } = given;
  const isHours = typeof hours === 'number' && hours >= 1 && hours <= 168;
  if (typeof teamId !== 'string' || !isUuid(teamId) || !isHours || Object.keys(others).length > 0)
    return mistakeResult('It takes teamId, an id of list_teams, and hours, from 1 to 168.');
  const now = asking.caller.clock.now().getTime();
  const since = new Date(now - hours * hourMilliseconds).toISOString();
  const ofTeam = { TeamIds: [teamId], Limit: incidentsMax };
  const answers = await Promise.all([
    askOperation(asking, tool, 'getOnCall', { TeamIds: [teamId] }),
    askOperation(asking, tool, 'listIncidents', { ...ofTeam, Statuses: ['Open'] }),
    askOperation(asking, tool, 'listIncidents', {
      ...ofTeam,
      Statuses: ['Resolved'],
      LastUpdatedFrom: since,
    }),
  ]);
  const gaps = await askOperation(asking, tool, 'getCoverage', { TeamIds: [teamId] });
  const refused = answers.find((one) => 'refusal' in one);
  if (refused && 'refusal' in refused) return refused.refusal;
  const [onCall, open, ended] = answers.filter((one): one is SafeAnswer => 'value' in one);
  return dataResult(
    tool,
    {
      since,
      onCall: onCall?.value ?? null,
      open: digestsOf(open),
      ended: digestsOf(ended),
      // Not every key may ask for them.
      gaps: 'value' in gaps ? gapsOf(gaps.value) : null,
      hasMore: [open, ended].some((one) => isObject(one?.value) && one.value.hasMore === true),
    },
    { cut: [onCall, open, ended].some((one) => one?.cut === true) },
  );
}

/** Each incident without its history, of which the latest line is told. */
function digestsOf(answer: SafeAnswer | undefined): object[] {
  const value = answer?.value;
  const incidents = isObject(value) && Array.isArray(value.incidents) ? value.incidents : [];
  return incidents.filter(isObject).map((incident) => {
    const [latest] = Array.isArray(incident.events) ? incident.events.filter(isObject) : [];
    const { id, title, createdAt, lastUpdatedAt, unattended, snoozed } = incident;
    const { severity, status, message } = latest ?? {};
    return { id, title, severity, status, unattended, snoozed, createdAt, lastUpdatedAt, message };
  });
}

function gapsOf(coverage: unknown): object[] {
  const findings = isObject(coverage) && Array.isArray(coverage.findings) ? coverage.findings : [];
  return findings.filter(isObject).map(({ text, start, end }) => ({ text, start, end }));
}
