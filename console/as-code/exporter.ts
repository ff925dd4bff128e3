import type { ExportedType } from '../../cdktf-provider/export/as-code.ts';
import { patientFetch } from '../api/patient-fetch.ts';
import { loadPart } from '../parts/later/index.ts';

/** The exporter of the command line: a part of its own, loaded when somebody asks for code. */
export function loadExporter() {
  return loadPart(() => import('../../cdktf-provider/export/as-code.ts'));
}

export interface OrganizationRead {
  types: ExportedType[];
  /** Types that the person may not list. */
  refused: string[];
}

/** The organization of the session, as far as the person sees it. */
export async function readForCode(
  signal: AbortSignal | undefined,
  options: { namesOnly: boolean },
): Promise<OrganizationRead> {
  const { clientOf, readOrganization } = await loadExporter();
  const refused: string[] = [];
  const types = await readOrganization(clientOf(location.origin, sessionFetch, signal), {
    ...options,
    onForbidden: (type) => refused.push(type),
  });
  return { types, refused };
}

/** Cookies of the page go along by themselves. */
export function sessionFetch(url: string, init: RequestInit): Promise<Response> {
  return patientFetch(new Request(url, init));
}
