import { createIncident, type Severity } from '../../incidents/index.ts';
import { AppError, type World } from '../../kernel/index.ts';
import type { OutboundIntegration } from '../../outbound/index.ts';
import { type Sentence, say } from '../../sentences/index.ts';
import { actingFor } from './acting-for.ts';
import type { Person } from './caller.ts';
import { saidBy } from './said-by.ts';

const titleLengthMax = 1920;
const severities: Readonly<Record<string, Severity>> = {
  critical: 'Critical',
  warning: 'Warning',
  minor: 'Minor',
};

/** Opens an incident of the team of the integration, and returns what to tell the person. */
export async function openIncident(
  world: World,
  integration: OutboundIntegration,
  { text, person }: { text: string; person: Person },
): Promise<Sentence> {
  const { severity, title } = read(text);
  if (title === '') return say('sayWhatIsWrong');
  let acting: Awaited<ReturnType<typeof actingFor>>;
  try {
    acting = await actingFor(world, integration, person);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return say('nothingOpenedBecause', { why: saidBy(error) });
  }
  const { ctx, by } = acting;
  await createIncident(
    ctx,
    {
      title,
      severity,
      status: 'Open',
      message: null,
      messageIsPublic: null,
      integration: null,
      teamIds: [integration.wire.teamId.toLowerCase()],
      serviceIds: [],
      userIds: [],
      attributes: [],
      excludeFromUptimeCalculation: false,
      statusPageStartOverride: null,
      statusPageEndOverride: null,
      publicComment: null,
    },
    by,
  );
  return say('incidentOpenedInChat', { title });
}

function read(text: string): { severity: Severity; title: string } {
  const words = text.replaceAll(/\s+/g, ' ').trim();
  const [first = '', ...rest] = words.split(' ');
  const severity = severities[first.toLowerCase()];
  const title = severity ? rest.join(' ') : words;
  return { severity: severity ?? 'Warning', title: title.slice(0, titleLengthMax) };
}
