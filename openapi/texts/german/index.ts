import type { SentenceCode } from '../sentence.ts';
import { access } from './access.ts';
import { agents } from './agents.ts';
import { auditChain } from './audit-chain.ts';
import { calendars } from './calendars.ts';
import { calls } from './calls.ts';
import { carriers } from './carriers.ts';
import { chats } from './chats.ts';
import { cover } from './cover.ts';
import { coverage } from './coverage.ts';
import { deliveries } from './deliveries.ts';
import { files } from './files.ts';
import { history } from './history.ts';
import { integrations } from './integrations.ts';
import { mapping } from './mapping.ts';
import { mappingMistakes } from './mapping-mistakes.ts';
import { messages } from './messages.ts';
import { monitors } from './monitors.ts';
import { numbers } from './numbers.ts';
import { outbound } from './outbound.ts';
import { patterns } from './patterns.ts';
import { payloadBodies } from './payload-bodies.ts';
import { payloads } from './payloads.ts';
import { policies } from './policies.ts';
import { problems } from './problems.ts';
import { proofs } from './proofs.ts';
import { providerTest } from './provider-test.ts';
import { recurrences } from './recurrences.ts';
import { replays } from './replays.ts';
import { requests } from './requests.ts';
import { rules } from './rules.ts';
import { schedules } from './schedules.ts';
import { settings } from './settings.ts';
import { shadow } from './shadow.ts';
import { tools } from './tools.ts';
import { urgency } from './urgency.ts';

/** The German text of each sentence of the server, by its code; with the slots of the English one. */
export const german: Readonly<Record<SentenceCode, string>> = {
  words: '{text}',
  translatedWords: '{text:translated}',
  ...deliveries,
  ...calendars,
  ...calls,
  ...carriers,
  ...chats,
  ...cover,
  ...coverage,
  ...history,
  ...integrations,
  ...mapping,
  ...mappingMistakes,
  ...messages,
  ...monitors,
  ...numbers,
  ...problems,
  ...recurrences,
  ...replays,
  ...requests,
  ...access,
  ...agents,
  ...settings,
  ...outbound,
  ...files,
  ...auditChain,
  ...providerTest,
  ...shadow,
  ...tools,
  ...urgency,
  ...schedules,
  ...policies,
  ...proofs,
  ...rules,
  ...payloadBodies,
  ...patterns,
  ...payloads,
};
