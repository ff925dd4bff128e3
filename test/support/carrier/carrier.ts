import type { CallStatus, RungPhone, SimulatedCall, SimulatedRecording } from './calls.ts';
import { type Faults, noFaults } from './faults.ts';
import type { CallerScript, PhoneScript } from './humans.ts';
import {
  answer,
  type DialResult,
  type Document,
  type Exchange,
  type Line,
  perform,
} from './interpreter.ts';
import { Leg } from './leg.ts';
import { createRandom, type Random } from './random.ts';
import { durationSecondsOf } from './sound.ts';
import type { Verb } from './twiml.ts';
import type { VirtualTime } from './virtual-time.ts';
import { type Webhook, type WebhookOptions, Webhooks } from './webhooks.ts';

export interface CarrierOptions {
  time: VirtualTime;
  accountSid: string;
  authToken: string;
  publicUrl: string;
  instances: WebhookOptions['instances'];
  kill?: WebhookOptions['kill'];
  random?: Random;
  faults?: Faults;
  /** Base of the addresses of recordings. */
  apiUrl?: string;
  /** Carriers that do not say whether a dialled leg was bridged leave it out. */
  saysBridged?: boolean;
  /** Somebody who was dialled may finish listening after the caller has gone. */
  whisperOutlivesCaller?: boolean;
}

/** What the owner of a number has set there. */
export interface NumberAddresses {
  voiceUrl: string;
  voiceFallbackUrl?: string;
  statusCallback?: string;
}

/** Seconds until a dialled phone rings, and until a report is on its way. */
const setupSeconds = 1;
const reportSeconds = 0.2;

/**
 * A telephone company as the server sees it: reads what the server answers strictly, does what it says with people who
 * follow scripts, and tells the server over HTTP, all in virtual time. It knows nothing of the server's code.
 */
export class Carrier {
  readonly time: VirtualTime;
  readonly accountSid: string;
  readonly authToken: string;
  readonly calls: SimulatedCall[] = [];
  readonly numbers = new Map<string, NumberAddresses>();
  readonly options: CarrierOptions;
  faults: Faults;
  readonly #random: Random;
  readonly #webhooks: Webhooks;
  readonly #exchange: Exchange;
  readonly #phones = new Map<string, PhoneScript[]>();
  readonly #inUse = new Map<string, number>();

  constructor(options: CarrierOptions) {
    this.options = options;
    this.time = options.time;
    this.accountSid = options.accountSid;
    this.authToken = options.authToken;
    this.faults = options.faults ?? noFaults;
    this.#random = options.random ?? createRandom(1);
    this.#webhooks = new Webhooks({
      ...options,
      random: this.#random,
      instances: () => this.options.instances(),
      faults: (webhook) => this.faults(webhook),
    });
    this.#exchange = {
      time: this.time,
      publicUrl: options.publicUrl,
      ask: (line, url, fields) => this.#ask(line, url, fields),
      report: (line, url, fields) => this.#report(line, url, fields),
      dial: (call, verb) => this.#dial(call, verb),
      keepRecording: (call) => this.#keepRecording(call),
      listen: (url) => this.#listen(url),
    };
  }

  /** What happens each time this phone is rung; the last holds for all further times. Without one nobody answers. */
  phone(number: string, ...scripts: PhoneScript[]): void {
    this.#phones.set(number, scripts);
  }

  /** Somebody calls a number; nothing happens until time passes. */
  dialIn(from: string, to: string, script: CallerScript = {}): SimulatedCall {
    const call: SimulatedCall = {
      sid: this.#sid('CA'),
      from,
      to,
      script,
      leg: new Leg(this.time, script),
      status: 'ringing',
      rung: [],
      recordings: [],
      sent: { startedAt: this.time.now(), deliveries: [], counts: new Map() },
      ranOut: false,
      errors: [],
    };
    this.calls.push(call);
    const line = { call, leg: call.leg, phone: null };
    call.leg.onEnd(() => this.#ended(line));
    this.time.start(async () => {
      const { voiceUrl } = this.#addresses(to);
      await perform(this.#exchange, line, await this.#ask(line, voiceUrl, {}));
    });
    return call;
  }

  /** Somebody calls, and everything happens that follows. */
  async call(from: string, to: string, script: CallerScript = {}): Promise<SimulatedCall> {
    const call = this.dialIn(from, to, script);
    await this.time.run();
    return call;
  }

  /** Something about a call that no script leads to. */
  async report(call: SimulatedCall, url: string, fields: Record<string, string>): Promise<void> {
    this.#report({ call, leg: call.leg, phone: null }, url, fields);
    await this.time.run();
  }

  #addresses(number: string): NumberAddresses {
    const addresses = this.numbers.get(number);
    if (!addresses) throw new Error(`The number ${number} leads nowhere.`);
    return addresses;
  }

  #ended({ call, leg }: Line): void {
    if (call.status === 'in-progress') call.status = 'completed';
    else if (call.status === 'ringing') call.status = leg.wasHungUp ? 'no-answer' : 'completed';
    const { statusCallback } = this.#addresses(call.to);
    if (statusCallback === undefined) return;
    const seconds = leg.durationSeconds();
    this.time.after(reportSeconds, () =>
      this.#report({ call, leg, phone: null }, statusCallback, {
        CallDuration: String(seconds),
        Duration: String(Math.ceil(seconds / 60)),
        CallbackSource: 'call-progress-events',
        SequenceNumber: '0',
        Timestamp: new Date(this.time.now()).toUTCString(),
      }),
    );
  }

  async #ask(line: Line, url: string, fields: Record<string, string>): Promise<Document | null> {
    const document = await this.#fetch(line, url, fields);
    if (typeof document === 'object') return document;
    const { voiceFallbackUrl } = this.#addresses(line.call.to);
    // Words for somebody who was dialled have no fallback: that line ends.
    if (voiceFallbackUrl === undefined || line.phone || line.leg.hasEnded) return null;
    const fallback = await this.#fetch(line, voiceFallbackUrl, {
      ErrorCode: document === '5xx' || document === '4xx' ? '11200' : '11205',
      ErrorUrl: url,
    });
    return typeof fallback === 'object' ? fallback : null;
  }

  async #fetch(
    line: Line,
    url: string,
    fields: Record<string, string>,
  ): Promise<Document | 'ct' | 'rt' | '4xx' | '5xx'> {
    const webhook = this.#webhook(line, url, fields, true);
    const outcome = await this.#webhooks.send(webhook, line.call.sent);
    if ('answer' in outcome) return outcome.answer;
    line.call.errors.push(`${webhook.kind}: ${outcome.failure}`);
    return outcome.failure;
  }

  #report(line: Line, url: string, fields: Record<string, string>): void {
    const webhook = this.#webhook(line, url, fields, false);
    this.time.start(async () => {
      const outcome = await this.#webhooks.send(webhook, line.call.sent);
      if ('failure' in outcome) line.call.errors.push(`${webhook.kind}: ${outcome.failure}`);
    });
  }

  #webhook(
    { call, phone }: Line,
    url: string,
    fields: Record<string, string>,
    isAwaited: boolean,
  ): Webhook {
    const { pathname } = new URL(url);
    const [from, to] = phone ? [phone.callerId, phone.to] : [call.from, call.to];
    const recording = fields.RecordingSid
      ? { RecordingUrl: this.#recordingUrl(fields.RecordingSid) }
      : {};
    return {
      kind: pathname.slice(pathname.lastIndexOf('/') + 1),
      url,
      isAwaited,
      fields: {
        AccountSid: this.accountSid,
        ApiVersion: '2010-04-01',
        CallSid: phone?.sid ?? call.sid,
        ...(phone ? { ParentCallSid: call.sid } : {}),
        CallStatus: phone?.status ?? call.status,
        Direction: phone ? 'outbound-dial' : 'inbound',
        From: from,
        Caller: from,
        To: to,
        Called: to,
        // Often nothing is known; an empty field is signed as any other.
        CallerCity: '',
        CallerCountry: 'DE',
        CallerZip: '',
        ...recording,
        ...fields,
      },
    };
  }

  async #dial(call: SimulatedCall, verb: Verb): Promise<DialResult> {
    const { attributes, children } = verb;
    const number = children[0];
    if (!number) throw new Error('<Dial> without <Number> was let through.');
    const phone = this.#ring(call, number.text, attributes.callerId ?? call.from);
    const { leg } = phone;
    let isConnected = false;
    // A phone stops ringing when the caller goes; who has picked up may hear the words to their end.
    const gone = call.leg.onEnd(() => {
      if (isConnected || leg.answeredAt === null || !this.options.whisperOutlivesCaller) leg.end();
    });
    call.leg.enters('dialling');
    const wanted = (number.attributes.statusCallbackEvent ?? 'completed').split(' ');
    let sequence = 0;
    const tell = (event: string, status: CallStatus | 'initiated', more = {}) => {
      const url = number.attributes.statusCallback;
      if (status !== 'initiated') phone.status = status;
      if (url === undefined || !wanted.includes(event)) return;
      const fields = {
        CallStatus: status,
        SequenceNumber: String(sequence),
        CallbackSource: 'call-progress-events',
        Timestamp: new Date(this.time.now()).toUTCString(),
        ...more,
      };
      sequence += 1;
      this.time.after(reportSeconds, () => this.#report({ call, leg, phone }, url, fields));
    };
    tell('initiated', 'initiated');
    const status = await this.#rings(call, phone, Number(attributes.timeout ?? 30), tell);
    if (status === 'in-progress') {
      const line = { call, leg, phone };
      const { url } = number.attributes;
      const outcome = url
        ? await perform(this.#exchange, line, await this.#ask(line, url, {}))
        : 'finished';
      if (outcome === 'finished' && !call.leg.hasEnded && !leg.hasEnded) {
        isConnected = true;
        await this.#connect(call, phone, Number(attributes.timeLimit ?? 14_400));
      }
    }
    leg.end();
    gone.cancel();
    this.#inUse.set(phone.to, (this.#inUse.get(phone.to) ?? 1) - 1);
    const seconds = leg.durationSeconds();
    const final = status === 'in-progress' ? 'completed' : status;
    tell('completed', final, {
      CallDuration: String(seconds),
      Duration: String(Math.ceil(seconds / 60)),
    });
    // The action is asked for a moment after the line has ended.
    await this.time.wait(0.05);
    return {
      fields: {
        DialCallSid: phone.sid,
        DialCallStatus: final,
        ...(leg.answeredAt === null ? {} : { DialCallDuration: String(seconds) }),
        ...(this.options.saysBridged === false ? {} : { DialBridged: String(phone.isBridged) }),
      },
    };
  }

  #ring(call: SimulatedCall, to: string, callerId: string): RungPhone {
    const scripts = this.#phones.get(to) ?? [];
    const script = (scripts.length > 1 ? scripts.shift() : scripts[0]) ?? { answer: 'never' };
    const isEngaged = (this.#inUse.get(to) ?? 0) > 0 && !script.callWaiting;
    this.#inUse.set(to, (this.#inUse.get(to) ?? 0) + 1);
    const phone: RungPhone = {
      sid: this.#sid('CA'),
      to,
      callerId,
      at: (this.time.now() - call.sent.startedAt) / 1000,
      script: isEngaged ? { answer: 'busy' } : script,
      leg: new Leg(this.time, script),
      status: 'ringing',
      isBridged: false,
      bridgedSeconds: 0,
    };
    call.rung.push(phone);
    return phone;
  }

  /** Until somebody picks up, or nobody will. */
  async #rings(
    call: SimulatedCall,
    { leg, script }: RungPhone,
    timeoutSeconds: number,
    tell: (event: string, status: CallStatus) => void,
  ): Promise<CallStatus> {
    await leg.wait(setupSeconds);
    if (leg.hasEnded) return 'canceled';
    if (script.answer === 'unreachable') return 'failed';
    if (script.answer === 'busy') return 'busy';
    tell('ringing', 'ringing');
    call.leg.enters('ringing');
    const rings = script.answer === 'never' ? Number.POSITIVE_INFINITY : script.answer;
    await leg.wait(Math.min(rings, timeoutSeconds));
    if (leg.hasEnded) return 'canceled';
    if (rings >= timeoutSeconds) return 'no-answer';
    leg.answeredAt = this.time.now();
    tell('answered', 'in-progress');
    leg.enters('picked-up');
    call.leg.enters('picked-up');
    return 'in-progress';
  }

  /** Both talk until one of them hangs up. */
  async #connect(call: SimulatedCall, phone: RungPhone, secondsMax: number): Promise<void> {
    answer(this.#exchange, { call, leg: call.leg, phone: null });
    phone.isBridged = true;
    const startedAt = this.time.now();
    call.leg.enters('connected');
    phone.leg.enters('connected');
    await phone.leg.wait(secondsMax);
    phone.bridgedSeconds = (this.time.now() - startedAt) / 1000;
  }

  #keepRecording(call: SimulatedCall): SimulatedRecording {
    const recording: SimulatedRecording = {
      sid: this.#sid('RE'),
      seconds: 0,
      status: 'in-progress',
      transcript: undefined,
    };
    call.recordings.push(recording);
    return recording;
  }

  #recordingUrl(sid: string): string {
    const base = this.options.apiUrl ?? 'https://api.twilio.com';
    return `${base}/2010-04-01/Accounts/${this.accountSid}/Recordings/${sid}`;
  }

  async #listen(url: string): Promise<number | null> {
    const { publicUrl, instances } = this.options;
    const [instance = ''] = instances();
    const file = instance.replace(/\/+$/, '') + url.slice(publicUrl.replace(/\/+$/, '').length);
    const bytes = await this.time.during(
      fetch(file).then(async (response) =>
        response.ok && /^audio\//.test(response.headers.get('content-type') ?? '')
          ? Buffer.from(await response.arrayBuffer())
          : null,
      ),
    );
    return bytes && durationSecondsOf(bytes);
  }

  #sid(prefix: string): string {
    let digits = '';
    while (digits.length < 32) digits += Math.floor(this.#random.next() * 16).toString(16);
    return prefix + digits;
  }
}
