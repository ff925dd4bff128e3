import { turnsOf } from '../alerting/index.ts';
import {
  actsOn,
  asOpened,
  type EventSource,
  type IncidentDocument,
  openAt,
  pageOfChanges,
  payloadThatOpened,
  withAllEventsOfEach,
} from '../incidents/index.ts';
import type { Ctx } from '../kernel/index.ts';
import { readInTurn } from '../pace/index.ts';
import type { Interaction, OpenedIncident } from './input.ts';
import { noTurns, type PastTurns, pastTurnsOf } from './turns.ts';

export interface PastRange {
  from: Date;
  until: Date;
  /** `nobody`: what people did is left out. */
  people: 'nobody' | 'asTheyDid';
}

/** Past events beside payloads. */
export interface Past {
  /** Open when the time begins. */
  openBefore: IncidentDocument[];
  /** In order of time. */
  happened: (Interaction | OpenedIncident)[];
  /** Incidents that a person did something about. */
  workedOn: Set<string>;
  turns: PastTurns;
  /** How many opened in that time, by what opened them; the empty text stands for people and calls. */
  opened: Map<string, number>;
  /** It would be too much to be held in memory: the latest are left out. */
  isCut: boolean;
}

const pageSize = 200;
/** Acts and incidents that are held in memory. */
const happenedMax = 500_000;

const members = [
  ...(['organizationId', 'integrationId', 'teamIds', 'title', 'status', 'severity'] as const),
  ...(['attributes', 'correlationId', 'groupingKey', 'subIncidents', 'events'] as const),
  ...(['hasEarlierEvents', 'eventsTotalCount', 'unattended', 'isArchived', 'isMuted'] as const),
  ...(['serviceIds', 'userIds', 'sourceUserId', 'version', 'createdAt', 'lastUpdatedAt'] as const),
  ...(['lastInteractionAt', 'alerting.told', 'alerting.turns'] as const),
];
const projection = Object.fromEntries(members.map((name) => [name, 1 as const]));

/** Reads the incidents that were open at any time of the range, some at a time, as long as it `goesOn`. */
export async function readPast(
  ctx: Ctx,
  range: PastRange,
  goesOn: () => Promise<boolean>,
): Promise<Past> {
  const { from, until } = range;
  const past: Past = {
    ...{ openBefore: [], happened: [], workedOn: new Set(), isCut: false },
    turns: noTurns,
    opened: new Map(),
  };
  const tookTurns: Pick<IncidentDocument, '_id' | 'alerting'>[] = [];
  for (let after: IncidentDocument | null = null; ; ) {
    const position = { from, after, limit: pageSize };
    const page: IncidentDocument[] = await readInTurn(ctx, () =>
      pageOfChanges<IncidentDocument>(ctx, ctx.organizationId, position, projection),
    );
    for (const incident of await withAllEventsOfEach(ctx, page)) note(past, incident, range);
    for (const { _id, alerting, createdAt } of page)
      if (alerting?.turns && createdAt >= from && createdAt < until)
        tookTurns.push({ _id, alerting: { turns: alerting.turns } });
    after = page.at(-1) ?? null;
    if (page.length < pageSize || !after) break;
    if (past.happened.length > happenedMax || !(await goesOn())) {
      past.isCut = true;
      break;
    }
  }
  past.turns = pastTurnsOf(tookTurns, await turnsOf(ctx, ctx.organizationId));
  past.happened = past.happened
    .filter(({ at }) => at >= from && at < until)
    .sort((one, other) => one.at.getTime() - other.at.getTime());
  return past;
}

function note(past: Past, incident: IncidentDocument, { from, until, people }: PastRange): void {
  const { createdAt, integrationId, _id: incidentId } = incident;
  if (createdAt >= until) return;
  if (createdAt >= from) {
    const source = integrationId ?? '';
    past.opened.set(source, (past.opened.get(source) ?? 0) + 1);
  }
  const before = openAt(incident, from);
  if (before) past.openBefore.push(withoutTelling(before));
  const payloadId = payloadThatOpened(incident);
  const isByPayload = payloadId !== null && isPayloadId.test(payloadId);
  if (!isByPayload && createdAt >= from)
    past.happened.push({ kind: 'opened', at: createdAt, incident: asOpened(incident) });
  if (incident.events.some(({ by }, place) => place > 0 && by && personal.has(by.kind)))
    past.workedOn.add(incidentId);
  if (people === 'nobody') return;
  const wasTold = (incident.alerting?.told ?? []).length > 0;
  for (const act of actsOn(incident)) {
    const needsTelling = wasTold && act.by.kind === 'user';
    past.happened.push({ kind: 'interaction', incidentId, integrationId, needsTelling, ...act });
  }
}

/** Themselves, or by a tool that they use. */
const personal: ReadonlySet<EventSource['kind']> = new Set(['user', 'external']);

/** A call has an id of another form. */
const isPayloadId = /^[0-9a-f]{24}$/;

/** Whom it was told is of no account: nobody is told of it again. */
function withoutTelling({ alerting: _, ...incident }: IncidentDocument): IncidentDocument {
  return incident;
}
