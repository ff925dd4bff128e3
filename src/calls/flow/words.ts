import type { CallSettings, Prompt, RouteSettings } from '../call-settings.ts';
import { type BuiltInWords, builtInWords, keysIn } from './built-in-words.ts';

/**
 * What is said where a number has no words of its own: in the language of the number, and short, because somebody
 * waits.
 */
export function welcomeToMenu(settings: CallSettings, keys: readonly number[]): Prompt {
  return (
    audible(settings.welcome) ??
    builtIn(settings, ({ menu }) => menu.replace('{keys}', () => keysIn(settings.language, keys)))
  );
}

export function acceptPrompt(settings: CallSettings, route: RouteSettings): Prompt {
  return audible(route.acceptPrompt) ?? builtIn(settings, ({ accept }) => accept);
}

export function voicemailPrompt(settings: CallSettings, route: RouteSettings): Prompt {
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
