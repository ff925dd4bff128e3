import { isUuid } from '../../kernel/index.ts';
import type { Asking } from './asking.ts';
import { callTool } from './call-tool.ts';
import { listTools } from './tool-list.ts';

/** What a client may attach to a conversation without asking for a tool. */
export interface ResourceTemplate {
  uriTemplate: string;
  name: string;
  title: string;
  description: string;
  mimeType: string;
}

/** The tool that answers what the resource is. */
const incidentTool = 'get_incident';

const incident: ResourceTemplate = {
  uriTemplate: 'tocsin://incident/{id}',
  name: 'incident',
  title: 'Incident',
  description: 'An incident with its history.',
  mimeType: 'text/plain',
};

/** Those that the rights of the key allow. */
export function listResourceTemplates({ toolbox, caller, selection }: Asking): ResourceTemplate[] {
  const tools = listTools(toolbox, caller, selection);
  return tools.some(({ name }) => name === incidentTool) ? [incident] : [];
}

/** The text of a resource; null where there is none for this key. */
export async function readResource(asking: Asking, uri: string): Promise<string | null> {
  const id = /^tocsin:\/\/incident\/([^/?#]+)$/.exec(uri)?.[1] ?? '';
  if (!isUuid(id)) return null;
  const { content, isError } = await callTool(asking, incidentTool, { id });
  return isError ? null : (content[0]?.text ?? null);
}
