import { addRemark, type IncidentDocument, incidentsById } from '../incidents/index.ts';
import { repeatableId, type World } from '../kernel/index.ts';
import type { OutboundIntegration } from '../outbound/index.ts';
import type { Sentence } from '../sentences/index.ts';

/** Others may change the incident meanwhile. */
const attemptsMax = 5;

/** Says on an incident, once, what failed in a tool beside the message about it. */
export async function remarkOnTool(
  world: World,
  { _id: incidentId, createdAt }: Pick<IncidentDocument, '_id' | 'createdAt'>,
  { id }: Pick<OutboundIntegration, 'id'>,
  message: Sentence,
): Promise<void> {
  const remark = {
    id: repeatableId(createdAt.getTime(), incidentId, `tool ${id} ${message.code}`),
    message,
  };
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const incident = (await incidentsById(world, [incidentId])).get(incidentId);
    if (!incident || (await addRemark(world, incident, remark))) return;
  }
}
