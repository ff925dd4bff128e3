import { spokenNumber } from '../../sentences/index.ts';
import type { CallSettings, Prompt, RouteSettings } from '../call-settings.ts';
import { type BuiltInWords, builtInWords, keysIn } from './built-in-words.ts';

/**
 * Built-in words for a number that has none of its own: in the language of the number, and short, because somebody
 * waits.
 */
export function welcomeToMenu(settings: CallSettings, keys: readonly number[]): Prompt {
  return (
    audible(settings.welcome) ??
    builtIn(settings, ({ menu }) => menu.replace('{keys}', () => keysIn(settings.language, keys)))
  );
}

/** For a member who picks up. Who calls comes last: a key counts before it was heard. */
export function acceptPrompts(
  settings: CallSettings,
  route: RouteSettings,
  from: string | null,
): Prompt[] {
  const accept = audible(route.acceptPrompt) ?? builtIn(settings, (words) => words.accept);
  return settings.saysCallerNumber ? [accept, callerWords(settings, from)] : [accept];
}

function callerWords(settings: CallSettings, from: string | null): Prompt {
  return builtIn(settings, ({ callerNumber, callerWithheld }) =>
    from === null ? callerWithheld : callerNumber.replace('{number}', () => spokenNumber(from)),
  );
}

/** Before a message is recorded; the notice comes first, so that the words about the tone are the last before it. */
export function voicemailPrompts(settings: CallSettings, route: RouteSettings): Prompt[] {
  const notice = noticeOf(settings);
  const ask = voicemailPrompt(settings, route);
  return notice ? [notice, ask] : [ask];
}

function noticeOf(settings: CallSettings): Prompt | null {
  const { recordingNotice } = settings;
  if (recordingNotice === undefined) return null;
  const given = recordingNotice === 'built-in' ? null : audible(recordingNotice);
  return given ?? builtIn(settings, (words) => words.recordingNotice);
}

function voicemailPrompt(settings: CallSettings, route: RouteSettings): Prompt {
  return (
    audible(route.voicemailMessage) ??
    builtIn(settings, ({ nobodyAnswered, leaveMessage }) =>
      route.goesToVoicemail ? leaveMessage : `${nobodyAnswered} ${leaveMessage}`,
    )
  );
}

export function closingPrompt(settings: CallSettings, route: RouteSettings): Prompt {
  return audible(route.closingMessage) ?? builtIn(settings, ({ closing }) => closing);
}

/** For a caller whom nobody can be found for, as the server does not work. */
export function apologyPrompt(settings: CallSettings): Prompt {
  return builtIn(settings, ({ closing }) => closing);
}

export function nobodyBehindNumber(settings: CallSettings): Prompt {
  return builtIn(settings, ({ leadsNowhere }) => leadsNowhere);
}

/** For somebody who calls the caller back, and picks up: which call back this is, and whom 1 rings. */
export function callBackPrompts(settings: CallSettings, from: string | null): Prompt[] {
  return [builtIn(settings, ({ callBack }) => callBack), callerWords(settings, from)];
}

export function alreadyConnected(settings: CallSettings): Prompt {
  return builtIn(settings, (words) => words.alreadyConnected);
}

function builtIn(
  { language, displayName }: CallSettings,
  choose: (words: BuiltInWords) => string,
): Prompt {
  const text = choose(builtInWords(language)).replace('{name}', () => displayName);
  return { kind: 'speech', text: speakable(text), locale: language };
}

/** The prompt as it can be spoken; null when there is none, or nothing is left of it. */
export function audible(prompt: Prompt | null): Prompt | null {
  if (prompt?.kind !== 'speech') return prompt;
  const text = speakable(prompt.text);
  return text === '' ? null : { ...prompt, text };
}

/** For how long a prompt is heard. People read English at about 15 characters a second, Chinese at about 4. */
export function secondsOf(prompt: Prompt | null, charactersPerSecond: number): number {
  if (prompt === null) return 0;
  return Math.ceil(
    prompt.kind === 'audio' ? prompt.durationSeconds : prompt.text.length / charactersPerSecond,
  );
}

/** Without the characters that no XML document may hold. */
function speakable(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .trim();
}
