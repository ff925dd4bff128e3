import { XmlDocument, XmlElement, XmlText } from 'libxml2-wasm';

/** What a carrier would refuse, or what nobody should send: the test has failed. */
export class TwimlError extends Error {
  constructor(message: string, document: string) {
    super(`${message}\n${document.slice(0, 4000)}`);
    this.name = 'TwimlError';
  }
}

export interface Verb {
  name: string;
  attributes: Readonly<Record<string, string>>;
  text: string;
  children: readonly Verb[];
}

export interface TwimlRules {
  /** Run on the side of somebody who was dialled, before they are connected. */
  isWhisper: boolean;
  /** The call is answered already, so it cannot be refused any more. */
  isAnswered: boolean;
  /** Every address has to begin with it. */
  publicUrl: string;
}

/** TwiML larger than this is refused with error 11750. */
const bytesMax = 64 * 1024;

type Check = (value: string) => boolean;

const boolean: Check = (value) => value === 'true' || value === 'false';
const method: Check = (value) => value === 'POST';
const whole =
  (least: number, most: number): Check =>
  (value) =>
    /^\d+$/.test(value) && Number(value) >= least && Number(value) <= most;
const oneOf =
  (...values: string[]): Check =>
  (value) =>
    values.includes(value);
const someOf =
  (...values: string[]): Check =>
  (value) =>
    value !== '' && value.split(' ').every((word) => values.includes(word));
const matching =
  (pattern: RegExp): Check =>
  (value) =>
    pattern.test(value);
const phoneNumber = matching(/^\+[1-9]\d{1,14}$/);
/** Checked against the public address, which a table does not know. */
const address: Check = () => true;

const speech = {
  language: matching(/^[a-z]{2,3}(-[A-Z][A-Za-z]{1,3})?$/),
  voice: matching(/^[A-Za-z]+(\.[\w-]+)?$/),
  loop: whole(1, 10),
};
const addresses = new Set([
  'action',
  'url',
  'statusCallback',
  'recordingStatusCallback',
  'transcribeCallback',
]);

interface VerbRule {
  attributes: Readonly<Record<string, Check>>;
  needs?: readonly string[];
  children?: readonly string[];
  /** Text between the tags. */
  text?: Check | 'address';
}

const rules: Readonly<Record<string, VerbRule>> = {
  Say: { attributes: speech, text: (text) => text.trim() !== '' && isShort(text) },
  Play: { attributes: { loop: whole(1, 10) }, text: 'address' },
  Pause: { attributes: { length: whole(1, 600) } },
  Gather: {
    attributes: {
      action: address,
      method,
      input: oneOf('dtmf'),
      timeout: whole(1, 600),
      finishOnKey: matching(/^[0-9*#]?$/),
      numDigits: whole(1, 100),
      actionOnEmptyResult: boolean,
      bargeIn: boolean,
    },
    needs: ['action'],
    children: ['Say', 'Play', 'Pause'],
  },
  Redirect: { attributes: { method }, text: 'address' },
  Dial: {
    attributes: {
      action: address,
      method,
      timeout: whole(1, 600),
      timeLimit: whole(1, 86_400),
      callerId: phoneNumber,
      answerOnBridge: boolean,
      hangupOnStar: boolean,
    },
    needs: ['action'],
    children: ['Number'],
  },
  Number: {
    attributes: {
      url: address,
      method,
      statusCallback: address,
      statusCallbackMethod: method,
      statusCallbackEvent: someOf('initiated', 'ringing', 'answered', 'completed'),
    },
    text: phoneNumber,
  },
  Record: {
    attributes: {
      action: address,
      method,
      timeout: whole(1, 600),
      finishOnKey: matching(/^[0-9*#]*$/),
      maxLength: whole(2, 14_400),
      playBeep: boolean,
      trim: oneOf('trim-silence', 'do-not-trim'),
      recordingStatusCallback: address,
      recordingStatusCallbackMethod: method,
      recordingStatusCallbackEvent: someOf('in-progress', 'completed', 'absent'),
      transcribe: boolean,
      transcribeCallback: address,
    },
    // Without one the carrier asks for the same document again, endlessly.
    needs: ['action'],
  },
  Hangup: { attributes: {} },
  Reject: { attributes: { reason: oneOf('rejected', 'busy') } },
};

const inResponse = [
  'Say',
  'Play',
  'Pause',
  'Gather',
  'Redirect',
  'Dial',
  'Record',
  'Hangup',
  'Reject',
];
const inWhisper = ['Say', 'Play', 'Pause', 'Gather', 'Redirect', 'Hangup'];

/** Reads a document as the carrier does, and refuses whatever is not as documented. */
export function readTwiml(body: string, contentType: string | null, rulesOf: TwimlRules): Verb[] {
  const refuse = (message: string): never => {
    throw new TwimlError(message, body);
  };
  if (!/^(text|application)\/xml\s*(;|$)/i.test(contentType ?? ''))
    refuse(`The content type is ${contentType ?? 'missing'}.`);
  if (Buffer.byteLength(body) > bytesMax) refuse('The document is larger than 64 kB.');
  const root = parse(body, refuse);
  if (root.name !== 'Response' || Object.keys(root.attributes).length > 0)
    refuse(`The document begins with ${root.name}.`);
  if (root.text.trim() !== '') refuse('There is text between verbs.');
  const allowed = rulesOf.isWhisper ? inWhisper : inResponse;
  for (const [position, verb] of root.children.entries()) {
    check(verb, allowed, rulesOf, refuse);
    if (verb.name === 'Reject' && (position > 0 || rulesOf.isAnswered))
      refuse('A call that is answered cannot be refused.');
  }
  return [...root.children];
}

type Refuse = (message: string) => never;

function check(verb: Verb, allowed: readonly string[], rulesOf: TwimlRules, refuse: Refuse): void {
  const rule = rules[verb.name];
  if (!rule || !allowed.includes(verb.name)) throw refuse(`<${verb.name}> is not allowed here.`);
  const isOurs = (text: string) =>
    URL.canParse(text) && text.startsWith(`${rulesOf.publicUrl.replace(/\/+$/, '')}/`);
  for (const [name, value] of Object.entries(verb.attributes)) {
    const fits = rule.attributes[name];
    if (!fits) throw refuse(`<${verb.name}> has no attribute ${name}.`);
    if (!fits(value)) throw refuse(`<${verb.name} ${name}="${value}"> is not a valid value.`);
    if (addresses.has(name) && !isOurs(value))
      throw refuse(`<${verb.name} ${name}="${value}"> does not lead to ${rulesOf.publicUrl}.`);
  }
  for (const name of rule.needs ?? [])
    if (verb.attributes[name] === undefined) refuse(`<${verb.name}> lacks ${name}.`);
  if (rule.text === 'address') {
    if (!isOurs(verb.text))
      refuse(`<${verb.name}> leads to ${verb.text}, not to ${rulesOf.publicUrl}.`);
  } else if (rule.text ? !rule.text(verb.text) : verb.text.trim() !== '')
    refuse(`<${verb.name}> says "${verb.text}".`);
  for (const child of verb.children) check(child, rule.children ?? [], rulesOf, refuse);
  if (verb.name === 'Dial' && verb.children.length !== 1)
    refuse('<Dial> rings nobody, or several.');
}

/** The shortest of the limits that voices have, and that of the encoded text (error 13521). */
function isShort(text: string): boolean {
  return text.length <= 3000 && encodeURIComponent(text).length <= 4500;
}

function parse(body: string, refuse: (message: string) => never): Verb {
  let document: XmlDocument;
  try {
    document = XmlDocument.fromString(body);
  } catch (error) {
    return refuse(`This is not XML: ${error instanceof Error ? error.message : String(error)}`);
  }
  try {
    return toVerb(document.root);
  } finally {
    document.dispose();
  }
}

function toVerb(element: XmlElement): Verb {
  const children: Verb[] = [];
  let text = '';
  for (let node = element.firstChild; node; node = node.next) {
    if (node instanceof XmlElement) children.push(toVerb(node));
    else if (node instanceof XmlText) text += node.content;
  }
  return {
    name: element.name,
    attributes: Object.fromEntries(element.attrs.map(({ name, content }) => [name, content])),
    text,
    children,
  };
}
