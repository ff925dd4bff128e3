import type { Wire } from './api-connection.ts';
import { type CodePlace, placeText } from './code-place.ts';
import { guaranteePlace, mendingsOf, type ProofReport, placesOf } from './proof-report.ts';
import { resultText } from './proof-result-text.ts';

type Result = Wire['ProofResult'];

/** JUnit's XML, which build servers show as tests: one for each guarantee. */
export function proofAsJunit(report: ProofReport): string {
  const { results } = report.proof;
  const seen = new Map<string, number>();
  const cases = results.map((result) => {
    const { state, displayName } = result;
    const count = (seen.get(displayName) ?? 0) + 1;
    seen.set(displayName, count);
    // Some take cases of one name for one case.
    const own = count === 1 ? displayName : `${displayName} (${count})`;
    const name = `name="${escaped(own)}" classname="guarantees"`;
    if (state === 'Holds') return `    <testcase ${name}/>`;
    const outcome = state === 'NotDecided' ? 'skipped' : 'failure';
    const type = outcome === 'failure' ? ` type="${state}"` : '';
    // Some show the message, and others what is within.
    const text = escaped(resultText(report, result, columns), true);
    const message = escaped([messageOf(result), ...mendedBy(report, result)].join(' '));
    return [
      `    <testcase ${name}>`,
      `      <${outcome} message="${message}"${type}>${text}</${outcome}>`,
      '    </testcase>',
    ].join('\n');
  });
  const count = (states: readonly Result['state'][]) =>
    results.filter(({ state }) => states.includes(state)).length;
  const failures = count(['Broken', 'BreaksOn', 'Vacuous']);
  const skipped = count(['NotDecided']);
  const numbers = `tests="${results.length}" failures="${failures}" errors="0" skipped="${skipped}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${numbers}>`,
    `  <testsuite name="tocsin prove" ${numbers}>`,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
  ].join('\n');
}

const columns = 100;

/** The first thing that would mend it, for those who show a message alone. */
function mendedBy(report: ProofReport, result: Result): string[] {
  const [first] = mendingsOf(report, result);
  if (!first) return [];
  const { text, place } = first;
  return [`Mended by: ${text}${place === null ? '' : ` (${placeText(place)})`}`];
}

const rules = {
  BreaksOn: {
    short: 'A guarantee breaks',
    full: 'From a time to come, an incident that it is about tells fewer people in time than it says.',
  },
  Broken: {
    short: 'A guarantee is broken',
    full: 'An incident that it is about tells fewer people in time than it says.',
  },
  NotDecided: {
    short: 'A guarantee is not decided',
    full: 'Not everything could be looked at, or something is not known. It does not mean that it holds.',
  },
  Vacuous: {
    short: 'A guarantee is about no incident',
    full: 'No integration opens such incidents, or they are excused at all times.',
  },
};

/** SARIF 2.1.0, which code hosts show beside a change: what does not hold. */
export function proofAsSarif(report: ProofReport): string {
  const found = report.proof.results.flatMap((result) => {
    const { state, displayName, guaranteeId } = result;
    if (state === 'Holds') return [];
    const logicalLocations = [
      { name: displayName, kind: 'resource', fullyQualifiedName: guaranteeId ?? displayName },
    ];
    const { first, related, text } = locatedIn(report, result);
    return {
      ruleId: state,
      level: state === 'NotDecided' ? 'warning' : 'error',
      message: { text },
      partialFingerprints: { guarantee: guaranteeId ?? displayName },
      locations: [{ ...(first ? physical(first) : {}), logicalLocations }],
      ...(related.length > 0 ? { relatedLocations: related } : {}),
    };
  });
  const driver = {
    name: 'tocsin prove',
    rules: Object.entries(rules).map(([id, { short, full }]) => ({
      id,
      shortDescription: { text: short },
      fullDescription: { text: full },
      help: { text: `${full} The text format of tocsin prove shows it minute by minute.` },
    })),
  };
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool: { driver }, results: found }],
  };
  return JSON.stringify(log, null, 2);
}

/** The number of further places that decided and that the message names. */
const namedMax = 5;

/**
 * The guarantee, or else what decided first, is where a code host shows it. The rest, and what would mend it, is
 * related to it: they show such a place only where the message links to it by its number.
 */
function locatedIn(report: ProofReport, result: Result) {
  const places = placesOf(report, result);
  const isOwnAmong = result.counterExample === null && places.length > 0;
  const own = isOwnAmong ? null : guaranteePlace(report, result, 'told');
  const known = [...(own ? [own] : []), ...places];
  const [first = null, ...others] = known.filter(({ file }) => file !== null);
  const related = others.map((place, index) => relatedTo(index + 1, place, placeText(place)));
  const decided = related.slice(0, namedMax).map(({ id }) => linkTo(id, others[id - 1]));
  const mended = mendingsOf(report, result).map(({ text, place }) => {
    if (!place?.file) return unlinked(text);
    related.push(relatedTo(related.length + 1, place, `Mended by: ${text}`));
    return `${unlinked(text)} (${linkTo(related.length, place)})`;
  });
  const text = [
    unlinked(messageOf(result)),
    ...(decided.length > 0 ? [`Decided by ${decided.join(', ')}.`] : []),
    ...(mended.length > 0 ? [`Mended by one of these: ${mended.join(' ')}`] : []),
  ].join(' ');
  return { first, related, text };
}

function relatedTo(id: number, place: CodePlace, text: string) {
  return { id, ...physical(place), message: { text } };
}

function linkTo(id: number, place: CodePlace | undefined): string {
  const name = `${place?.file}:${place?.line}`;
  return `[${name.replaceAll(/[\\[\]]/g, '\\$&')}](${id})`;
}

/** Nothing that somebody named becomes a link. */
function unlinked(text: string): string {
  return text.replaceAll('](', '] (');
}

function physical({ file, line }: CodePlace) {
  return {
    physicalLocation: {
      artifactLocation: { uri: (file ?? '').split('/').map(encodeURIComponent).join('/') },
      region: { startLine: line, startColumn: 1 },
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

function escaped(text: string, mayHaveLines = false): string {
  // XML knows no other control characters, even escaped.
  const clean = [...text].map((one) =>
    (one < ' ' && !(mayHaveLines && one === '\n')) ||
    (one >= '\u007f' && one < '\u00a0') ||
    one === '\ufffe' ||
    one === '\uffff'
      ? ' '
      : one,
  );
  return clean
    .join('')
    .toWellFormed()
    .replace(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`);
}
