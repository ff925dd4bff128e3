import { isObject, isUuid } from '../../kernel/index.ts';
import { askOperation } from './ask-operation.ts';
import type { Asking } from './asking.ts';
import { configurationKinds } from './configuration-kinds.ts';
import { listPages, readPage } from './documentation.ts';
import { isForAgent } from './for-agent.ts';
import type { SafeAnswer } from './safe-answer.ts';
import { dataResult, type ToolResult } from './tool-result.ts';

/** A resource that a client may attach to a conversation without asking for a tool. */
export interface ResourceTemplate {
  uriTemplate: string;
  name: string;
  title: string;
  description: string;
  mimeType: string;
}

interface Resource {
  template: ResourceTemplate;
  /** It is listed for keys that may ask for all of them. */
  needs: readonly string[];
  pattern: RegExp;
  /** The text; null where there is none for this caller. */
  read(asking: Asking, ...parts: string[]): Promise<string | null>;
}

const mimeType = 'text/plain';
/** An incident that many payloads belong to is told by its latest. */
const tracesMax = 5;

const resources: readonly Resource[] = [
  {
    template: {
      uriTemplate: 'tocsin://incident/{id}',
      name: 'incident',
      title: 'Incident',
      description: 'An incident with its history.',
      mimeType,
    },
    needs: ['getIncident'],
    pattern: /^tocsin:\/\/incident\/([^/?#]+)$/,
    read: (asking, id = '') => byId(asking, 'getIncident', id),
  },
  {
    template: {
      uriTemplate: 'tocsin://incident/{id}/trace',
      name: 'incident-trace',
      title: 'Trace of an incident',
      description: 'The latest payloads of an incident, and what mapping and rules made of them.',
      mimeType,
    },
    needs: ['listIncidentPayloads', 'getPayload'],
    pattern: /^tocsin:\/\/incident\/([^/?#]+)\/trace$/,
    read: traceOf,
  },
  {
    template: {
      uriTemplate: 'tocsin://guarantee/{id}',
      name: 'guarantee',
      title: 'Guarantee',
      description: 'What a guarantee promises, and whether it holds.',
      mimeType,
    },
    needs: ['getGuarantee'],
    pattern: /^tocsin:\/\/guarantee\/([^/?#]+)$/,
    read: (asking, id = '') => byId(asking, 'getGuarantee', id),
  },
  {
    template: {
      uriTemplate: 'tocsin://integration-type/{id}',
      name: 'integration-type',
      title: 'Type of monitoring tool',
      description: 'How a monitoring tool is connected, and what its mapping makes of a payload.',
      mimeType,
    },
    needs: ['getInboundIntegrationType'],
    pattern: /^tocsin:\/\/integration-type\/(\w+)$/,
    read: async (asking, id = '') =>
      textOf(await askOperation(asking, 'resource', 'getInboundIntegrationType', { id })),
  },
  {
    template: {
      uriTemplate: 'tocsin://configuration/{type}/{id}.tf',
      name: 'configuration',
      title: 'Configuration as code',
      description: 'An object as Terraform code, by its kind (team, routing …) and id.',
      mimeType,
    },
    needs: [],
    pattern: /^tocsin:\/\/configuration\/([a-z-]+)\/([^/?#]+)\.tf$/,
    read: codeOf,
  },
  {
    template: {
      uriTemplate: 'tocsin://docs/{page}',
      name: 'docs',
      title: 'Page of the documentation',
      description: 'A page of the documentation of this server.',
      mimeType: 'text/markdown',
    },
    needs: [],
    pattern: /^tocsin:\/\/docs\/([a-z-]+)$/,
    read: (_asking, page = '') => readPage(page),
  },
];

/** The templates that the rights of the key allow. */
export function listResourceTemplates(asking: Asking): ResourceTemplate[] {
  return resources.filter((one) => isFor(asking, one)).map(({ template }) => template);
}

/** The resources without anybody's id in their address: the pages of the documentation. */
export async function listResources() {
  return (await listPages()).map((page) => ({
    uri: `tocsin://docs/${page}`,
    name: page,
    mimeType: 'text/markdown',
  }));
}

export interface ReadResource {
  mimeType: string;
  text: string;
}

/** The text of a resource; null where there is none for this key. */
export async function readResource(asking: Asking, uri: string): Promise<ReadResource | null> {
  for (const one of resources) {
    const match = one.pattern.exec(uri);
    if (!match || !isFor(asking, one)) continue;
    const text = await one.read(asking, ...match.slice(1));
    return text === null ? null : { text, mimeType: one.template.mimeType };
  }
  return null;
}

function isFor({ toolbox, caller }: Asking, { needs }: Resource): boolean {
  return needs.every((id) => {
    const operation = toolbox.operations.get(id);
    return operation !== undefined && isForAgent(operation, caller);
  });
}

async function byId(asking: Asking, operationId: string, id: string): Promise<string | null> {
  if (!isUuid(id)) return null;
  return textOf(await askOperation(asking, 'resource', operationId, { id }));
}

async function traceOf(asking: Asking, id = ''): Promise<string | null> {
  if (!isUuid(id)) return null;
  const list = await askOperation(asking, 'resource', 'listIncidentPayloads', {
    id,
    Limit: tracesMax,
  });
  if ('refusal' in list) return null;
  const payloads =
    isObject(list.value) && Array.isArray(list.value.payloads) ? list.value.payloads : [];
  const traces = await Promise.all(
    payloads.filter(isObject).map(async (payload) => {
      const whole = await askOperation(asking, 'resource', 'getPayload', {
        id: payload.integrationId,
        payloadId: payload.id,
      });
      return 'value' in whole ? whole.value : payload;
    }),
  );
  return textOf({ value: { payloads: traces }, cut: false });
}

async function codeOf(asking: Asking, kind = '', id = ''): Promise<string | null> {
  const { read, replace } =
    configurationKinds(asking.toolbox.operations, asking.caller).get(kind) ?? {};
  if (!isUuid(id) || !read || !replace) return null;
  const stored = await askOperation(asking, 'resource', read.operationId, { id });
  if ('refusal' in stored || !isObject(stored.value)) return null;
  const { operationId } = replace;
  const code = await asking.asTerraform({ operationId, id, value: stored.value });
  return code && textOf({ value: { terraform: code.text }, cut: stored.cut });
}

/** Between marks, as the answers of tools. */
function textOf(answer: SafeAnswer | { refusal: ToolResult }): string | null {
  if ('refusal' in answer) return null;
  const value = isObject(answer.value) ? answer.value : { value: answer.value };
  return dataResult('resource', value, { cut: answer.cut }).content[0]?.text ?? null;
}
