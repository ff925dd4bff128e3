import { isJsonObject, type Json } from '../../mapping/index.ts';
import type { Payload } from '../types.ts';

type Labels = { [name: string]: Json };

/** Labels that people know a thing by, the best first; others follow by the alphabet. */
const telling = [
  'instance',
  'host',
  'hostname',
  'node',
  'namespace',
  'pod',
  'service',
  'name',
  'job',
  'device',
  'mountpoint',
];
/** Labels for the name and severity of an alert; they do not tell where it is. */
const notPlaces = new Set(['alertname', 'severity']);

const namesInTitle = 3;
const namesInAttribute = 20;
const labelsMax = 3;
const nameCharactersMax = 80;

/**
 * For bodies as Alertmanager's webhook sends them, where `jsonBody.alerts` is a group: `alertGroup` says of all alerts
 * together what no path selects. `firing` is how many fire, and which; `title` the same as a title, where there are
 * several and no summary fits all of them. What the alerts have in common is not repeated: they are told apart by the
 * labels that differ.
 */
export function alertGroup(payload: Payload): Payload {
  const body = payload.jsonBody;
  if (!isJsonObject(body) || !Array.isArray(body.alerts)) return payload;
  const alerts = body.alerts.filter(isJsonObject);
  if (alerts.length === 0) return payload;
  const firing = alerts.filter(({ status }) => status === 'firing');
  // The end of a group is about all of it.
  const told = firing.length > 0 ? firing : alerts;
  const more = Number(body.truncatedAlerts) > 0 ? ' or more' : '';
  const places = placesOf(told.map(labelsOf));
  const count = `${firing.length === 0 ? 'none' : firing.length} of ${alerts.length}${more}`;
  const list = firing.length === 0 ? '' : listOf(places, namesInAttribute);
  return {
    ...payload,
    alertGroup: {
      firing: list === '' ? count : `${count}: ${list}`,
      ...(!haveOneSummary(told) && { title: titleOf(told.map(labelsOf), places, more) }),
    },
  };
}

function haveOneSummary(alerts: readonly Labels[]): boolean {
  if (alerts.length === 1) return true;
  const summaries = new Set(
    alerts.map(({ annotations }) => (isJsonObject(annotations) ? textOf(annotations.summary) : '')),
  );
  return summaries.size === 1 && !summaries.has('');
}

function titleOf(alerts: readonly Labels[], places: readonly string[], more: string): string {
  const names = new Set(alerts.map(({ alertname }) => textOf(alertname)));
  const [name = ''] = names;
  if (names.size === 1 && name !== '') {
    const list = listOf(places, namesInTitle);
    return `${name} (${alerts.length}${more})${list === '' ? '' : `: ${list}`}`;
  }
  const named = alerts.map(({ alertname }, index) =>
    join([textOf(alertname), places[index] ?? '']),
  );
  const list = listOf(named, namesInTitle);
  return `${alerts.length}${more} alerts${list === '' ? '' : `: ${list}`}`;
}

/** For each alert what tells it apart: as few of the labels that differ as it takes. */
function placesOf(alerts: readonly Labels[]): string[] {
  const [only] = alerts;
  if (only && alerts.length === 1) return [placeOf(only)];
  const values = new Map<string, Set<string>>();
  for (const labels of alerts) {
    for (const [label, value] of Object.entries(labels)) {
      if (notPlaces.has(label) || textOf(value) === '') continue;
      values.set(label, (values.get(label) ?? new Set()).add(textOf(value)));
    }
  }
  const differs = (label: string) =>
    (values.get(label)?.size ?? 0) > 1 || alerts.some((labels) => textOf(labels[label]) === '');
  const labels = [...values.keys()].toSorted(byTelling).filter(differs);
  let places = alerts.map(() => '');
  for (const label of labels.slice(0, labelsMax)) {
    places = places.map((place, index) => join([place, textOf(alerts[index]?.[label])]));
    if (new Set(places).size === alerts.length) break;
  }
  return places;
}

/** The label that says most of an alert that is not told apart from others: most groups have one alert. */
function placeOf(labels: Labels): string {
  for (const label of telling) {
    const text = textOf(labels[label]);
    if (text !== '') return text;
  }
  return '';
}

function byTelling(a: string, b: string): number {
  return rank(a) - rank(b) || (a < b ? -1 : 1);
}

function rank(label: string): number {
  const place = telling.indexOf(label);
  return place < 0 ? telling.length : place;
}

function listOf(names: readonly string[], max: number): string {
  const known = [...new Set(names.filter((name) => name !== ''))];
  const shown = known.slice(0, max).map(shorten).join(', ');
  return known.length > max ? `${shown} and ${known.length - max} more` : shown;
}

function labelsOf(alert: Labels): Labels {
  return isJsonObject(alert.labels) ? alert.labels : {};
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}

function join(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' ');
}

function shorten(name: string): string {
  return name.length > nameCharactersMax ? `${name.slice(0, nameCharactersMax)}…` : name;
}
