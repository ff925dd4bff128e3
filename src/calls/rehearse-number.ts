import type { Catalogue } from '../catalogue/index.ts';
import type { AlertInput } from '../incidents/index.ts';
import {
  type CallFlowWire,
  type Integration,
  type IntegrationWire,
  integrationKind,
  objectKeyOf,
  type PhoneNumber,
  phoneNumberOf,
} from '../integrations/index.ts';
import { AppError, type Ctx } from '../kernel/index.ts';
import { demandTeamEdit, getResource, prepareResource } from '../resources/index.ts';
import { refusal, refusedMembers, type Sentence, say } from '../sentences/index.ts';
import type { CallSettings, Prompt } from './call-settings.ts';
import { callerOf } from './caller-number.ts';
import { resolveChain } from './dial-chain.ts';
import { settingsOf } from './find-number.ts';
import { type DialChain, dialledBy, routesOf } from './flow/index.ts';
import { type IncidentParts, planIncident } from './incident-of-call.ts';
import {
  type CallScript,
  chainKey,
  type MemberScript,
  type Rehearsal,
  rehearse,
} from './rehearse.ts';

export interface RehearsalRequest {
  integrationId: string;
  at: Date;
  script: Omit<CallScript, 'members' | 'others' | 'busyUserIds'> & {
    /** By user id. */
    people: ReadonlyMap<string, PersonScript>;
    /** Everybody else. */
    others: PersonScript;
  };
  /** Instead of the settings that are stored. */
  callFlowConfig: CallFlowWire | null;
}

/** `InCall`: connected with another caller of the team already. */
export type PersonScript = Omit<MemberScript, 'answers'> & {
  answers: MemberScript['answers'] | 'InCall';
};

export interface NumberRehearsal extends Omit<Rehearsal, 'incident'> {
  /** The incident that would be opened, or added to; null: none, for `incidentReason`. */
  incident: AlertInput['alert'] | null;
  incidentReason: Sentence | null;
}

/**
 * Rehearses a call of a number: with its settings, the people who are on call at that time, and its mapping. Stores
 * nothing, asks no carrier, and gives the same result each time: people of one tier come in the order of the schedule.
 */
export async function rehearseNumber(
  ctx: Ctx,
  { catalogue, ...parts }: Omit<IncidentParts, 'world'> & { catalogue: Catalogue },
  { integrationId, at, script, callFlowConfig }: RehearsalRequest,
): Promise<NumberRehearsal> {
  const integration = await getResource(ctx, integrationKind, integrationId);
  demandTeamEdit(ctx, integration.teamId);
  const number = await numberToTry(ctx, catalogue, integration, callFlowConfig);
  const { organizationId } = ctx;
  const { id, wire } = integration;
  const settings = await settingsOf(ctx, { id, organizationId, wire }, number);
  const chains = await chainsOf(
    { ...ctx, clock: { ...ctx.clock, now: () => at } },
    settings,
    script.from,
  );
  const rehearsal = rehearse({ settings, chains, at, script: withBusy(script, chains) });
  const { session, endedAt, incident: plan } = rehearsal;
  if (!plan.isCreated) return { ...rehearsal, incident: null, incidentReason: plan.reason };
  const world = { ...ctx, clock: { ...ctx.clock, now: () => endedAt } };
  const call = { _id: session.id, organizationId, integrationId: id, session };
  const { input, reason } = await planIncident({ ...parts, world }, call);
  return { ...rehearsal, incident: input?.alert ?? null, incidentReason: reason };
}

/** How the settings of a number name the uploaded file that is played; null for words that are spoken. */
export function objectKeyOfPrompt(prompt: Prompt): string | null {
  return prompt.kind === 'audio'
    ? objectKeyOf({ _id: prompt.fileId, extension: prompt.extension })
    : null;
}

/** With the settings given, once they are what could be saved; else those that are stored. */
async function numberToTry(
  ctx: Ctx,
  catalogue: Catalogue,
  integration: Integration,
  callFlowConfig: CallFlowWire | null,
): Promise<PhoneNumber> {
  const type = catalogue.find(integration.wire.type);
  const stored = type && phoneNumberOf(type, integration.wire);
  if (!stored) throw refusal('validation-failed', say('notAPhoneNumber'));
  if (!callFlowConfig) return stored;
  const given = withFlow(integration.wire, stored.carrier, callFlowConfig);
  const { wire } = await prepareResource(ctx, integrationKind, given, integration).catch(
    (error: unknown) => {
      throw aboutFlow(error, stored.carrier);
    },
  );
  return phoneNumberOf(type, wire) ?? stored;
}

function withFlow(
  wire: IntegrationWire,
  carrier: string,
  callFlowConfig: CallFlowWire,
): IntegrationWire {
  const settings = Object.entries(wire.integrationSettings ?? {}).map(([member, value]) => [
    member,
    member === carrier ? { ...value, callFlowConfig } : value,
  ]);
  return { ...wire, integrationSettings: Object.fromEntries(settings) };
}

/** The request has the settings elsewhere than the integration. */
function aboutFlow(error: unknown, carrier: string): unknown {
  if (!(error instanceof AppError) || error.code !== 'validation-failed') return error;
  const place = `integrationSettings.${carrier}.`;
  const fields = Object.entries(error.said.fields ?? {}).map(
    ([name, reasons]) => [name.replace(place, ''), reasons] as const,
  );
  return refusedMembers(Object.fromEntries(fields));
}

/** Who would be dialled, by `chainKey`, in the order of the schedule. */
async function chainsOf(
  ctx: Ctx,
  settings: CallSettings,
  from: string,
): Promise<Map<string, DialChain>> {
  const { organizationId, phoneNumber } = settings;
  const routes = routesOf(settings);
  const { number: callerNumber } = callerOf(from, phoneNumber);
  const inOrder = (limit: number) => limit - 1;
  const chains = new Map<string, DialChain>();
  const wanted = routes.flatMap((route) => {
    const closedTeamId = route.hours?.closedTeamId;
    return [dialledBy(route), ...(closedTeamId ? [dialledBy({ teamId: closedTeamId })] : [])];
  });
  for (const by of wanted) {
    const key = chainKey(by);
    if (chains.has(key)) continue;
    const request = { organizationId, ...by, callerNumber };
    chains.set(key, await resolveChain(ctx, request, inOrder));
  }
  return chains;
}

function withBusy(
  { people, others, ...script }: RehearsalRequest['script'],
  chains: ReadonlyMap<string, DialChain>,
): CallScript {
  const dialable = [...chains.values()].flatMap(({ targets }) => targets);
  const ids = new Set(dialable.map(({ userId }) => userId));
  return {
    ...script,
    busyUserIds: [...ids].filter((id) => (people.get(id) ?? others).answers === 'InCall'),
    members: new Map([...people].map(([id, person]) => [id, memberOf(person)])),
    others: memberOf(others),
  };
}

/** Nobody who is in another call is rung, so what they would do does not matter. */
function memberOf({ answers, ...person }: PersonScript): MemberScript {
  return { ...person, answers: answers === 'InCall' ? 'Busy' : answers };
}
