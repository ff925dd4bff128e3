import type { Wire } from './api-connection.ts';
import { wrap } from './table.ts';

/** The steps to take in a monitoring tool, for a terminal; texts to paste are printed as they are. */
export function setupText(type: Wire['InboundIntegrationType'], width: number): string {
  const facts = [
    type.sendsResolve
      ? 'Reports the end of a problem.'
      : 'Never reports the end of a problem: a person or a timer resolves its incidents.',
    ...(type.multiAlert ? [severalAlerts[type.splitsAlerts]] : []),
    `Credential: ${type.authentication.note}`,
    ...(type.verification ? [`Signature: ${type.verification.description}`] : []),
  ];
  return [
    `${type.displayName} (${type.id})\n${type.documentation}`,
    ...[type.warning, type.untested && `Untested: ${type.untested}`].flatMap((said) =>
      said ? [wrap(said, width)] : [],
    ),
    facts.map((fact) => wrap(fact, width)).join('\n'),
    type.steps.map((step, at) => wrap(step, width, `${at + 1}. `.padStart(4))).join('\n'),
    ...type.pasteTexts.map(
      ({ fileName, text }) =>
        `--- ${fileName.startsWith('paste.') ? 'the text to paste' : fileName} ---\n${text.trimEnd()}\n---`,
    ),
    ...(type.unconfirmed.length > 0
      ? [`Not confirmed:\n${type.unconfirmed.map((one) => wrap(one, width, '  - ')).join('\n')}`]
      : []),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

const severalAlerts = {
  never: 'One request can report several problems, which become one incident.',
  optional: 'One request can report several problems: see splitAlerts of the integration.',
  always: 'One request can report several problems, each of which becomes an incident.',
};
