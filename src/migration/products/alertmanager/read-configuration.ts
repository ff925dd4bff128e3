import { loadAll } from 'js-yaml';
import { isObject } from '../../../kernel/index.ts';
import type { Results } from '../../read/read-all.ts';

/** Where manifests of Kubernetes have the file. */
const fileNames = ['alertmanager.yaml', 'alertmanager.yml', 'config.yml'];

/**
 * Reads `alertmanager.yml`, or manifests of Kubernetes that have it: `Secret`, `ConfigMap` and the operator's
 * `AlertmanagerConfig` (monitoring.coreos.com), alone, one after the other or in a `List`. The error names what is
 * missing.
 */
export function readConfigurations(text: string): Results {
  const objects = documentsIn(text).flatMap(configurationsIn);
  if (objects.length === 0)
    throw new Error(
      'No configuration of Alertmanager was found: give alertmanager.yml, or the Secret, ConfigMap or ' +
        'AlertmanagerConfig that has it.',
    );
  return new Map([['configurations', { state: 'whole', answers: [{ of: [], objects }] }]]);
}

function documentsIn(text: string): unknown[] {
  try {
    return loadAll(text);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message.split('\n')[0] : '';
    throw new Error(`This is no YAML: ${why}`, { cause });
  }
}

function configurationsIn(document: unknown): object[] {
  if (!isObject(document)) return [];
  if (Array.isArray(document.items)) return document.items.flatMap(configurationsIn);
  const { kind, spec } = document;
  if (kind === 'Secret' || kind === 'ConfigMap') return configurationsInData(document);
  if (kind === 'AlertmanagerConfig' && isObject(spec)) return [ofOperator(document, spec)];
  return kind === undefined && (isObject(document.route) || Array.isArray(document.receivers))
    ? [{ name: 'alertmanager.yml', ...document }]
    : [];
}

function configurationsInData({ kind, data, stringData }: Record<string, unknown>): object[] {
  for (const name of fileNames) {
    const plain = isObject(stringData) ? stringData[name] : undefined;
    const stored = isObject(data) ? data[name] : undefined;
    if (typeof plain === 'string') return documentsIn(plain).flatMap(configurationsIn);
    if (typeof stored !== 'string') continue;
    const text = kind === 'Secret' ? textOfBase64(stored) : stored;
    return documentsIn(text).flatMap(configurationsIn);
  }
  return [];
}

/** By what browsers have, too. */
function textOfBase64(encoded: string): string {
  const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
  return new TextDecoder().decode(bytes);
}

/** As the operator writes it: names in snake case, receivers after the namespace and the object that they come from. */
function ofOperator(document: Record<string, unknown>, spec: Record<string, unknown>): object {
  const metadata = isObject(document.metadata) ? document.metadata : {};
  const place = `${textOf(metadata.namespace) || 'default'}/${textOf(metadata.name)}`;
  const plain = snakeCased(spec);
  if (!isObject(plain)) return {};
  const { route } = plain;
  const receivers = Array.isArray(plain.receivers) ? plain.receivers : [];
  const named = (name: unknown) => `${place}/${textOf(name)}`;
  return {
    ...plain,
    name: place,
    ...(isObject(route) && { route: { ...route, receiver: named(route.receiver) } }),
    receivers: receivers.map((receiver) =>
      isObject(receiver) ? { ...receiver, name: named(receiver.name) } : receiver,
    ),
  };
}

function snakeCased(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snakeCased);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [snakeCase(name), snakeCased(member)]),
  );
}

/** `apiURL` is `api_url`, `msteamsv2Configs` is `msteamsv2_configs`. */
function snakeCase(name: string): string {
  return name.replaceAll(/([a-z0-9])([A-Z]+)/g, '$1_$2').toLowerCase();
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
