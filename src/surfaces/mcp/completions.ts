import { isObject } from '../../kernel/index.ts';
import { askOperation } from './ask-operation.ts';
import type { Asking } from './asking.ts';
import { configurationKinds } from './configuration-kinds.ts';
import { listPages } from './documentation.ts';

/** The protocol has no more in one answer. */
const valuesMax = 100;
const foundMax = 20;

/** The possible values for an argument of a prompt or of a resource's address, by the text written so far. */
export async function completionsFor(
  asking: Asking,
  { of, argument, begun }: { of: string; argument: string; begun: string },
): Promise<string[]> {
  const isIncident =
    argument === 'incidentId' || (argument === 'id' && of.startsWith('tocsin://incident/'));
  if (isIncident) return incidentIds(asking, begun);
  if (argument === 'teamId') return teamIds(asking, begun);
  if (argument === 'guaranteeId' || of.startsWith('tocsin://guarantee/'))
    return guaranteeIds(asking, begun);
  if (argument === 'page') return fitting(await listPages(), begun);
  if (argument === 'type')
    return fitting([...configurationKinds(asking.toolbox.operations, asking.caller).keys()], begun);
  return [];
}

/** The newest incidents whose id begins with the text; without any, the newest whose title or attributes contain it. */
async function incidentIds(asking: Asking, begun: string): Promise<string[]> {
  const list = async (more: object) =>
    idsOf(
      await askOperation(asking, 'completion', 'listIncidents', { Limit: foundMax, ...more }),
      'incidents',
    );
  const newest = fitting(await list({}), begun);
  return newest.length > 0 || begun === '' ? newest : list({ SearchTerm: begun });
}

async function teamIds(asking: Asking, begun: string): Promise<string[]> {
  const list = async (more: object) =>
    idsOf(await askOperation(asking, 'completion', 'listTeams', { Limit: 100, ...more }), 'teams');
  const known = fitting(await list({}), begun);
  return known.length > 0 || begun === '' ? known : list({ DisplayName: begun });
}

async function guaranteeIds(asking: Asking, begun: string): Promise<string[]> {
  const list = async (more: object) =>
    idsOf(
      await askOperation(asking, 'completion', 'listGuarantees', { Limit: 100, ...more }),
      'guarantees',
    );
  const known = fitting(await list({}), begun);
  return known.length > 0 || begun === '' ? known : list({ DisplayName: begun });
}

function idsOf(answer: object, member: string): string[] {
  const value = 'value' in answer && isObject(answer.value) ? answer.value[member] : [];
  const items = Array.isArray(value) ? value.filter(isObject) : [];
  return items.map(({ id }) => String(id));
}

function fitting(values: readonly string[], begun: string): string[] {
  return values.filter((one) => one.startsWith(begun.toLowerCase())).slice(0, valuesMax);
}
