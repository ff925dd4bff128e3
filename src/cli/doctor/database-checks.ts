import { organizationKind, secretKeyState } from '../../identity/index.ts';
import { payloadModel } from '../../ingest/index.ts';
import { findRefusedRequests, integrationKind } from '../../integrations/index.ts';
import { systemContext, type World } from '../../kernel/index.ts';
import { downChannels, overdueMessages, traitsOf } from '../../notifications/index.ts';
import { inEnglish } from '../../sentences/index.ts';
import { age, oneLine } from '../table.ts';
import { checkSkew } from './clock-check.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

/** Checks that need the opened database. */
export async function checkDatabase(world: World): Promise<Finding[]> {
  return [
    await checkClock(world),
    checkTimeZones(),
    await checkSecretKey(world),
    ...(await checkChannels(world)),
    ...(await checkWaiting(world)),
    ...(await checkIntegrations(world)),
  ];
}

async function checkClock({ store, clock }: World): Promise<Finding> {
  const hello = await store.connection.db?.command({ hello: 1 });
  const theirs: unknown = hello?.localTime;
  return theirs instanceof Date
    ? checkSkew('the database', theirs, 0, clock.now())
    : ok('Clock', 'The database does not tell its time.');
}

/** Rules of time zones change a few times a year, and come with Node. */
function checkTimeZones(): Finding {
  const { tz = 'unknown', node } = process.versions;
  return ok('Time zones', `As of ${tz}, which comes with Node ${node}.`);
}

/** By which nothing arrives, whoever it is for. */
async function checkChannels(world: World): Promise<Finding[]> {
  const now = world.clock.now();
  return (await downChannels(world)).map(({ lane, since, reason }) =>
    problem(
      'Channel',
      oneLine(
        `${traitsOf(lane).title} has failed for everybody for ${age(since.toISOString(), now)}. ${inEnglish(reason)}`,
      ),
      'People are told by their other channels only. POST /user/{id}/test-notification tries it.',
    ),
  );
}

const waitingSecondsEnough = 60;

/** Messages that should have left. */
async function checkWaiting(world: World): Promise<Finding[]> {
  const down = new Set((await downChannels(world)).map(({ lane }) => lane));
  const { oldestDueAt } = await overdueMessages(world, down);
  if (!oldestDueAt) return [];
  const now = world.clock.now();
  if (now.getTime() - oldestDueAt.getTime() < waitingSecondsEnough * 1000) return [];
  return [
    problem(
      'Messages',
      `The oldest that is due has been waiting for ${age(oldestDueAt.toISOString(), now)}: people are told late.`,
      'Does a server run? Its log and GET /notification-log/search/list say why.',
    ),
  ];
}

async function checkSecretKey(world: World): Promise<Finding> {
  const state = await secretKeyState(world);
  if (state === 'changing')
    return problem(
      'Secrets',
      'The secret key is being replaced, and no server starts until that has ended.',
      'Run npx tocsin rotate-secret-key again, unless it is running; it goes on where it stopped.',
    );
  return state === 'other'
    ? problem(
        'Secrets',
        'The stored secrets were encrypted with another key.',
        'Set TOCSIN_SECRET_KEY, or restore secret.key, to the key of this database.',
      )
    : ok('Secrets', 'The secret key is the one of this database.');
}

/** Only what stands out of many; the others are counted. */
const integrationsShownMax = 20;

async function checkIntegrations(world: World): Promise<Finding[]> {
  const organizations = await organizationKind.model(world.store).find().select('_id').lean();
  const findings: Finding[] = [];
  for (const { _id } of organizations) findings.push(...(await checkOrganization(world, _id)));
  const loud = findings.filter(({ state }) => state !== 'ok');
  const shown = findings.length <= integrationsShownMax ? findings : loud;
  const left = findings.length - Math.min(shown.length, integrationsShownMax);
  return [
    ...shown.slice(0, integrationsShownMax),
    ...(left > 0 ? [ok('Integration', `${left} more are not shown.`)] : []),
    ...(findings.length === 0 ? [ok('Integration', 'There is none yet.')] : []),
  ];
}

async function checkOrganization(world: World, organizationId: string): Promise<Finding[]> {
  const integrations = await integrationKind.model(world.store).find({ organizationId }).lean();
  const refused = await findRefusedRequests(
    systemContext(world, organizationId, 'command-line'),
    integrations.map(({ _id }) => _id),
  );
  const now = world.clock.now();
  return Promise.all(
    integrations.map(async ({ _id, wire }) => {
      const last = await payloadModel(world.store)
        .findOne({ integrationId: _id })
        .sort({ _id: -1 })
        .select('createdAt outcome')
        .lean();
      return integrationFinding(`${wire.displayName} (${wire.type})`, last, refused.get(_id), now);
    }),
  );
}

interface LastPayload {
  createdAt: Date;
  outcome: string;
}

interface Refused {
  count: number;
  lastAt: Date;
  lastReason: string;
}

/** One integration: its last webhook, and whether any were refused since. */
export function integrationFinding(
  name: string,
  last: LastPayload | null,
  refused: Refused | undefined,
  now: Date,
): Finding {
  const ago = (moment: Date) => `${age(moment.toISOString(), now)} ago`;
  const received = last
    ? `last webhook ${ago(last.createdAt)} (${last.outcome})`
    : 'no webhook yet';
  const refusals = refused
    ? `, ${refused.count} refused, the last ${ago(refused.lastAt)} (${refused.lastReason})`
    : '';
  const text = oneLine(`${name}: ${received}${refusals}.`);
  if (refused && (last === null || refused.lastAt > last.createdAt))
    return warning('Integration', text, refusalAdvice);
  if (last === null)
    return warning('Integration', text, 'tocsin setup TYPE says how to connect the tool.');
  return last.outcome === 'Failed'
    ? warning('Integration', text, 'tocsin payloads ID says why.')
    : ok('Integration', text);
}

const refusalAdvice =
  'Compare the URL, token and secret in the tool with those of the integration.';
