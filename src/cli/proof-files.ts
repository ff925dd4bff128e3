import type { Wire } from './api-connection.ts';
import { type CodePlace, type ProofReport, placesOf, placeText } from './proof-report.ts';

type Result = Wire['ProofResult'];

/** JUnit's XML, which build servers show as tests: one for each guarantee. */
export function proofAsJunit({ proof: { results } }: ProofReport): string {
  const cases = results.map((result) => {
    const name = `name="${escaped(result.displayName)}" classname="guarantees"`;
    const text = escaped(messageOf(result));
    switch (result.state) {
      case 'Holds':
        return `    <testcase ${name}/>`;
      case 'NotDecided':
        return `    <testcase ${name}><skipped message="${text}"/></testcase>`;
      default:
        return `    <testcase ${name}><failure message="${text}"/></testcase>`;
    }
  });
  const count = (states: readonly Result['state'][]) =>
    results.filter(({ state }) => states.includes(state)).length;
  const failures = count(['Broken', 'BreaksOn', 'Vacuous']);
  const numbers = `tests="${results.length}" failures="${failures}" skipped="${count(['NotDecided'])}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${numbers}>`,
    `  <testsuite name="tocsin prove" ${numbers}>`,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
  ].join('\n');
}

const rules = {
  BreaksOn: 'A guarantee breaks',
  Broken: 'A guarantee is broken',
  NotDecided: 'A guarantee is not decided',
  Vacuous: 'A guarantee is about no incident',
};

/** SARIF 2.1.0, which code hosts show beside a change: what does not hold. */
export function proofAsSarif(report: ProofReport): string {
  const found = report.proof.results.flatMap((result) => {
    const { state, displayName, guaranteeId } = result;
    if (state === 'Holds') return [];
    const logicalLocations = [
      { name: displayName, kind: 'resource', fullyQualifiedName: guaranteeId ?? displayName },
    ];
    return {
      ruleId: state,
      level: state === 'NotDecided' ? 'warning' : 'error',
      message: { text: messageOf(result) },
      ...locationsOf(report, result, logicalLocations),
    };
  });
  const driver = {
    name: 'tocsin prove',
    rules: Object.entries(rules).map(([id, text]) => ({ id, shortDescription: { text } })),
  };
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool: { driver }, results: found }],
  };
  return JSON.stringify(log, null, 2);
}

/** The guarantee, or else what decided first, is where a code host shows it; the rest is related to it. */
function locationsOf(report: ProofReport, result: Result, logicalLocations: object[]) {
  const { guaranteeId } = result;
  const own = guaranteeId === null ? null : report.placeOf('Guarantee', guaranteeId);
  const [first, ...others] = [...(own ? [own] : []), ...placesOf(report, result)].filter(
    ({ file }) => file !== null,
  );
  const relatedLocations = others.map((place) => ({
    ...physical(place),
    message: { text: placeText(place) },
  }));
  return {
    locations: [{ ...(first ? physical(first) : {}), logicalLocations }],
    ...(relatedLocations.length > 0 ? { relatedLocations } : {}),
  };
}

function physical({ file, line }: CodePlace) {
  return {
    physicalLocation: {
      artifactLocation: { uri: encodeURI(file ?? '') },
      region: { startLine: line },
    },
  };
}

/** In one sentence what was found. */
export function messageOf({
  state,
  displayName,
  reason,
  firstBreakAt,
  counterExample,
}: Result): string {
  if (state === 'Holds') return `${displayName} holds.`;
  if (!counterExample) return `${displayName}: ${reason ?? state}`;
  const { severity, integration, peopleTold } = counterExample;
  const what = `a ${severity} of “${integration}” tells ${peopleTold} in time`;
  return `${displayName}: ${what}, first at ${firstBreakAt ?? counterExample.at}.`;
}

function escaped(text: string): string {
  // XML knows no other control characters, even escaped.
  const clean = [...text].map((one) =>
    one < ' ' || (one >= '\u007f' && one < '\u00a0') || one === '\ufffe' || one === '\uffff'
      ? ' '
      : one,
  );
  return clean
    .join('')
    .toWellFormed()
    .replace(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`);
}
