import type { Source } from '../../model/ledger.ts';
import { type Attribute, jsonPathOf } from './event-mapping.ts';
import type { Path } from './pcl/expression.ts';

/** Alerts that become one incident: attributes in addition to those of the type, and for how long. */
export interface Grouping {
  attributes: Attribute[];
  windowInSeconds: number;
}

const longestWindow = 86_400;

export function groupingOf(service: Source): Grouping | null {
  const parameters = service.at('alert_grouping_parameters');
  const type = parameters?.text('type') ?? service.text('alert_grouping');
  const older = service.number('alert_grouping_timeout');
  service.text('alert_grouping');
  if (type === null || type === '') return null;
  const where = parameters ?? service;
  const config = parameters?.at('config') ?? null;
  const minutes = config?.number('timeout') ?? older;
  const seconds = config?.number('time_window') ?? (minutes === null ? null : minutes * 60);
  const fields = config?.texts('fields') ?? [];
  const aggregate = config?.text('aggregate') ?? 'all';
  if (type === 'time') {
    const attributes: Attribute[] = [
      { name: 'Service', isGroupingKey: true, mappings: [{ static: service.name }] },
    ];
    return { attributes, windowInSeconds: windowOf(where, seconds) };
  }
  if (type === 'content_based' && fields.length > 0) {
    if (aggregate !== 'all' && fields.length > 1) {
      where.say('behaviour', 'not grouped: any of the fields being equal is not possible');
      return null;
    }
    const attributes = fields.map((field): Attribute | null => {
      const jsonPath = jsonPathOf(pathOf(field));
      if (jsonPath === null) return null;
      return { name: `Group by ${field}`, isGroupingKey: true, mappings: [{ jsonPath }] };
    });
    const known = attributes.filter((attribute) => attribute !== null);
    if (known.length === fields.length)
      return { attributes: known, windowInSeconds: windowOf(where, seconds) };
  }
  where.say('behaviour', 'not grouped: each problem is an incident of its own');
  return null;
}

function windowOf(where: Source, seconds: number | null): number {
  if (seconds !== null && seconds > 0 && seconds <= longestWindow) return seconds;
  where.say('approximated', 'grouped for a day at most');
  return longestWindow;
}

/** As PagerDuty writes fields here, with points between their names. */
function pathOf(field: string): Path {
  const steps = field.replace(/^event\./, '').split('.');
  return ['event', ...steps.map((step) => (/^\d+$/.test(step) ? Number(step) : step))];
}
