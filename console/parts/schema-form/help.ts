import type { Schema } from '../../../openapi/types/request-schemas.ts';
import type { Language } from '../language.ts';
import { calendarsHelp } from './help/calendars.ts';
import { callsHelp } from './help/calls.ts';
import { guaranteesHelp } from './help/guarantees.ts';
import { integrationsHelp } from './help/integrations.ts';
import { organizationHelp } from './help/organization.ts';
import { outboundHelp } from './help/outbound.ts';
import { policiesHelp } from './help/policies.ts';
import { referencesHelp } from './help/references.ts';
import { routingHelp } from './help/routing.ts';
import { rulesHelp } from './help/rules.ts';
import { schedulesHelp } from './help/schedules.ts';
import { servicesHelp } from './help/services.ts';
import { shadowHelp } from './help/shadow.ts';
import { silencesHelp } from './help/silences.ts';
import { suppressionHelp } from './help/suppression.ts';
import { urgencyHelp } from './help/urgency.ts';
import type { Wording } from './help/wording.ts';

/** By what the document says. */
export const wordings: ReadonlyMap<string, Wording> = new Map<string, Wording>(
  [
    callsHelp,
    guaranteesHelp,
    integrationsHelp,
    organizationHelp,
    outboundHelp,
    policiesHelp,
    referencesHelp,
    routingHelp,
    rulesHelp,
    calendarsHelp,
    schedulesHelp,
    servicesHelp,
    shadowHelp,
    silencesHelp,
    suppressionHelp,
    urgencyHelp,
  ].flatMap(Object.entries),
);

/** The purpose of a field, for people. In German nothing rather than English. */
export function helpOf(schema: Schema, language: Language): string | undefined {
  const described = descriptionOf(schema);
  if (described === undefined) return undefined;
  const wording = wordings.get(described);
  if (wording === null) return undefined;
  if (typeof wording === 'object') return wording[language];
  return language === 'de' ? wording : described;
}

/** The description without what only programs care for: null, and the spelling of ids. */
export function descriptionOf({ description }: Schema): string | undefined {
  const sentences = (description ?? '')
    .replaceAll('`', '')
    .split(/(?<=\.)\s+/)
    .filter((sentence) => !/\bnull\b/i.test(sentence));
  return sentences.join(' ') || undefined;
}
