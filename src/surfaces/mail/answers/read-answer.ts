import { type MailPayload, readMessage } from '../read-message.ts';
import type { DkimKeys } from './dkim-keys.ts';

/** A message, and what its signatures prove. */
export interface ReadAnswer {
  mail: MailPayload;
  /** The addresses in its From, where it has exactly one such field. */
  senders: string[];
  signatures: ProvenSignature[];
  /** A signature could not be judged, because no name server gave its key. */
  isUnsure: boolean;
}

/** A signature that is valid, over the sender and the whole text. */
export interface ProvenSignature {
  /** The same for the same signature, wherever it comes from. */
  id: string;
  domain: string;
  /** The fields Cc and To that it covers. */
  receivers: string[];
}

export interface AnswerToRead {
  bytes: Uint8Array;
  envelope: MailPayload['envelope'];
  keys: DkimKeys;
  now: number;
}

/** Judges the bytes as they were received. Asks nobody: the keys are given. */
export async function readAnswer({
  bytes,
  envelope,
  keys,
  now,
}: AnswerToRead): Promise<ReadAnswer> {
  const { dkimVerify } = await import('mailauth/lib/dkim/verify.js');
  let isUnsure = false;
  const given = async (name: string) => {
    const found = keys[name.toLowerCase()];
    if (found === null) isUnsure = true;
    if (!found?.[0]) throw Object.assign(new Error('no key'), { code: 'ENOTFOUND' });
    return [[found[0]]];
  };
  const judged = await dkimVerify(Buffer.from(bytes), {
    resolver: given,
    curTime: new Date(now),
    rejectRsaSha1: true,
    minBitLength: rsaBitsMin,
  });
  const signatures = judged.results.flatMap((one): ProvenSignature[] => {
    const { id, signingDomain, status, signingHeaders, canonBodyLengthLimited } = one;
    const lines = (signingHeaders?.headers ?? []).map((line) => line.replaceAll(/\r?\n\s*/g, ' '));
    const isWhole = !canonBodyLengthLimited && !status.testing && one.signatureTimeValid !== false;
    const coversSender = lines.some((line) => /^from\s*:/i.test(line));
    if (status.result !== 'pass' || !isWhole || !coversSender || !id || !signingDomain) return [];
    const receivers = lines.filter((line) => /^(?:to|cc)\s*:/i.test(line));
    return [{ id, domain: signingDomain.toLowerCase(), receivers }];
  });
  const mail = await readMessage(bytes, envelope);
  const senders = judged.fromFields === 1 ? judged.headerFrom : [];
  return { mail, senders, signatures, isUnsure };
}

const rsaBitsMin = 1024;
