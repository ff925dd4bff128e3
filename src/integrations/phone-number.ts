import type { IntegrationType } from '../catalogue/index.ts';
import type { components } from '../contract/index.ts';
import { isUuid } from '../kernel/index.ts';
import type { IntegrationWire } from './model.ts';

type Schemas = components['schemas'];
export type CallFlowWire = NonNullable<Schemas['CallFlow']>;
type CallRouteWire = NonNullable<Schemas['CallRoute']>;
export type CallPromptWire = NonNullable<Schemas['CallPrompt']>;

/** The settings of a phone number, whoever its carrier is. */
export interface PhoneNumber {
  /** As addresses name it: `twilio`. Also the member of `integrationSettings`. */
  carrier: string;
  phoneNumber: string;
  /** As the carrier calls the number; null: it is looked up. */
  phoneNumberId: string | null;
  accountId: string | null;
  /** One per line. */
  authTokens: string | null;
  publicKeys: string | null;
  applicationId: string | null;
  apiHost: string | null;
  /** As they were sent. */
  access: { phoneNumber: string };
  flow: CallFlowWire;
}

type Settings = IntegrationWire['integrationSettings'];

/** The number of an integration of this type; null when the type has none, or it is not entered yet. */
export function phoneNumberOf(
  { callRouting, settings }: Pick<IntegrationType, 'callRouting' | 'settings'>,
  wire: Pick<IntegrationWire, 'integrationSettings'>,
): PhoneNumber | null {
  if (!callRouting) return null;
  return (
    phoneNumbersIn(wire.integrationSettings).find(({ carrier }) => carrier === settings) ?? null
  );
}

/** The phone number of an integration of any type: at most one. */
export function phoneNumbersIn(settings: Settings): PhoneNumber[] {
  const { twilio, telnyx } = settings ?? {};
  const numbers: PhoneNumber[] = [];
  if (twilio) {
    const access = twilio.accessSettings;
    numbers.push({
      carrier: 'twilio',
      phoneNumber: access.phoneNumber,
      phoneNumberId: access.phoneNumberSid || null,
      accountId: access.accountSid || null,
      authTokens: access.authToken ?? null,
      publicKeys: null,
      applicationId: null,
      apiHost: access.apiBaseDomain || null,
      access,
      flow: twilio.callFlowConfig ?? {},
    });
  }
  if (telnyx) {
    const access = telnyx.accessSettings;
    numbers.push({
      carrier: 'telnyx',
      phoneNumber: access.phoneNumber,
      phoneNumberId: access.phoneNumberId || null,
      accountId: access.accountId || null,
      authTokens: access.apiKey ?? null,
      publicKeys: access.publicKey ?? null,
      applicationId: access.connectionId || null,
      apiHost: access.apiBaseDomain || null,
      access,
      flow: telnyx.callFlowConfig ?? {},
    });
  }
  return numbers;
}

export interface PlacedRoute {
  /** For errors, after the path of the flow. */
  path: string;
  /** 0 where there is no menu. */
  key: number;
  route: CallRouteWire;
}

/** The routes of a flow in order; without a menu the one for every call. */
export function routesOf({ route, menu }: CallFlowWire): PlacedRoute[] {
  if (!menu) return [{ path: 'route', key: 0, route: route ?? {} }];
  return menu.options.map((option, index) => ({
    path: `menu.options[${index}].route`,
    key: Number(option.key),
    route: option.route ?? {},
  }));
}

export interface PlacedPrompt {
  path: string;
  prompt: CallPromptWire;
}

/** Everything of a flow that is spoken or played. */
export function promptsOf(flow: CallFlowWire): PlacedPrompt[] {
  const places = [
    { path: 'welcomeMessage', prompt: flow.welcomeMessage },
    { path: 'recordingNotice', prompt: flow.recordingNotice },
    ...routesOf(flow).flatMap(({ path, route }) => [
      { path: `${path}.voicemailMessage`, prompt: route.voicemailMessage },
      { path: `${path}.closingMessage`, prompt: route.closingMessage },
      { path: `${path}.waitingMessage`, prompt: route.waitingMessage },
      { path: `${path}.acceptCallPrompt`, prompt: route.acceptCallPrompt },
      { path: `${path}.openingHours.closedMessage`, prompt: route.openingHours?.closedMessage },
    ]),
  ];
  return places.flatMap(({ path, prompt }) => (prompt ? [{ path, prompt }] : []));
}

/** The id in what an upload answered; null when it is none of ours. */
export function fileIdOf(objectKey: string): string | null {
  const [, id = ''] = /^prompts\/([^/]+)\.(?:mp3|wav)$/.exec(objectKey) ?? [];
  return isUuid(id) ? id.toLowerCase() : null;
}

export function objectKeyOf({ _id, extension }: { _id: string; extension: string }): string {
  return `prompts/${_id}.${extension}`;
}

/** The ids of the files that prompts of the flow play. */
export function promptFilesOf(flow: CallFlowWire): string[] {
  const ids = promptsOf(flow).map(({ prompt }) => fileIdOf(prompt.audioFile?.objectKey ?? ''));
  return [...new Set(ids.filter((id) => id !== null))];
}
