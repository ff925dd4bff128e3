import {
  createIncident,
  type IncidentDocument,
  plainIncident,
  type Severity,
} from '../../incidents/index.ts';
import { type Ctx, repeatableId } from '../../kernel/index.ts';
import type { OutboundIntegration } from '../../outbound/index.ts';

const titleLengthMax = 1920;

interface Wish {
  title: string;
  severity: Severity;
  teamId: string;
  /** A request that comes again opens nothing again. */
  requestId: string | null;
}

/** Opens an incident of a team by whoever asks for it in a chat. */
export function openIncident(
  ctx: Ctx,
  { id, createdAt }: OutboundIntegration,
  { title, severity, teamId, requestId }: Wish,
): Promise<IncidentDocument> {
  const incident = plainIncident({
    title: title.slice(0, titleLengthMax),
    severity,
    status: 'Open',
    teamIds: [teamId.toLowerCase()],
  });
  return requestId === null
    ? createIncident(ctx, incident)
    : createIncident(ctx, incident, repeatableId(createdAt.getTime(), id, 'opened', requestId));
}
