import type { Wire } from './api-connection.ts';
import { proofComment } from './proof-comment.ts';
import { proofAsJunit, proofAsSarif } from './proof-files.ts';
import { type ProofReport, withPlaces } from './proof-report.ts';
import { resultText } from './proof-result-text.ts';

export const proofFormats = ['text', 'json', 'junit', 'sarif', 'markdown'] as const;
export type ProofFormat = (typeof proofFormats)[number];

type Proof = Wire['Proof'];

export function proofText(report: ProofReport, format: ProofFormat, columns: number): string {
  const { proof } = report;
  if (format === 'json') return JSON.stringify(withPlaces(report), null, 2);
  if (format === 'junit') return proofAsJunit(report);
  if (format === 'sarif') return proofAsSarif(report);
  if (format === 'markdown') return proofComment(report, null);
  if (proof.results.length === 0) return 'There are no guarantees.';
  return proof.results.map((result) => resultText(report, result, columns)).join('\n\n');
}

/** 0 where all hold; 70 where the server contradicted itself, which is our mistake; else that of the worst. */
export function exitCodeOf({ results }: Proof, allowsEmpty: boolean): number {
  if (results.some(({ counterExample }) => counterExample?.isContradicted)) return 70;
  const states = new Set(results.map(({ state }) => state));
  if (states.has('Broken') || states.has('BreaksOn')) return 1;
  if (!allowsEmpty && (states.has('Vacuous') || results.length === 0)) return 1;
  return states.has('NotDecided') ? 3 : 0;
}
