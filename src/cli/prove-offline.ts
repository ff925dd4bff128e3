import { readFile } from 'node:fs/promises';
import { AppError } from '../kernel/index.ts';
import { inEnglish, type Sentence } from '../sentences/index.ts';
import { type FactsProof, loadPublicApi, proofByFacts } from '../surfaces/public-api/index.ts';
import type { Wire } from './api-connection.ts';
import type { ReadPlan } from './changes-in.ts';
import { errorText } from './error-text.ts';
import { withoutStore } from './without-store.ts';

const patienceMilliseconds = 10 * 60_000;

/** Read once: what has been compiled to check facts and changes belongs to it. */
let document: ReturnType<typeof loadPublicApi> | undefined;

/** A proof on this machine. Throws what is wrong with the facts. */
export async function openOfflineProof(
  factsFile: string | undefined,
  body: Wire['ProofInput'],
  plan: Pick<ReadPlan, 'changes' | 'unchanged'>,
): Promise<FactsProof> {
  const facts = factsFile === undefined ? null : await readFacts(factsFile);
  document ??= loadPublicApi(new URL('../../openapi/bundled/public-v1.json', import.meta.url));
  const publicApi = await document;
  const whole = { changes: plan.changes.map(given), unchanged: plan.unchanged.map(given) };
  const asked = { facts, body, plan: whole };
  try {
    return proofByFacts(withoutStore(), publicApi, asked, patienceMilliseconds);
  } catch (error) {
    throw new Error(`${factsFile} cannot be used: ${errorText(error)}`, { cause: error });
  }
}

function given({ wire = null, ...change }: Wire['ConfigurationChange']) {
  return { ...change, wire };
}

async function readFacts(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw new Error(`${file} cannot be read: ${errorText(error)}`, { cause: error });
  }
}

export interface Refused {
  /** With the members at fault. */
  text: string;
  /** It is only that something is named which neither the plan nor the facts have. */
  isUnknown: boolean;
}

/** Why a server would refuse what is asked; null for any other error. */
export function refusedBy(error: unknown): Refused | null {
  if (!(error instanceof AppError)) return null;
  const { detail, fields = {} } = error.said;
  const members = Object.entries(fields);
  const lines = members.map(([name, reasons]) => `\n  ${name}: ${sentencesOf(reasons)}`);
  const isUnknown =
    error.code === 'not-found' ||
    (members.length > 0 &&
      members.every(([, reasons]) => reasons.every(({ code }) => unknownCodes.has(code))));
  return { text: `${inEnglish(detail)}${lines.join('')}`, isUnknown };
}

const unknownCodes: ReadonlySet<string> = new Set(['noSuchObject']);

function sentencesOf(sentences: readonly Sentence[]): string {
  return sentences.map((one) => inEnglish(one)).join('; ');
}
