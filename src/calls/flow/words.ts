import type { CallSettings, Prompt, RouteSettings } from '../call-settings.ts';
import { anyOf } from './log-entry.ts';

/**
 * What is said where a number has no words of its own. English, because the default of every language setting is; short, because
 * somebody waits.
 */
export function welcomeToMenu(settings: CallSettings, keys: readonly number[]): Prompt {
  return (
    audible(settings.welcome) ??
    speech(`You have reached ${settings.displayName}. Please press ${anyOf(keys)}.`)
  );
}

export function acceptPrompt(settings: CallSettings, route: RouteSettings): Prompt {
  return (
    audible(route.acceptPrompt) ?? speech(`Call for ${settings.displayName}. Press 1 to accept.`)
  );
}

export function voicemailPrompt(route: RouteSettings): Prompt {
  const wish = 'Please leave a message after the tone, and hang up when you are done.';
  return (
    audible(route.voicemailMessage) ??
    speech(route.goesToVoicemail ? wish : `Nobody could take your call. ${wish}`)
  );
}

export function closingPrompt(route: RouteSettings): Prompt {
  return (
    audible(route.closingMessage) ??
    speech('Sorry, nobody could take your call. Please try again later. Goodbye.')
  );
}

export const nobodyBehindNumber = speech(
  'Sorry, this number does not lead to anybody at the moment. Goodbye.',
);
export const alreadyConnected = speech(
  'You are connected to another call already. Somebody else is called. Goodbye.',
);

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

function speech(text: string): Prompt {
  return { kind: 'speech', text: speakable(text), locale: 'en-US' };
}

/** Without the characters that no XML document may hold. */
function speakable(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .trim();
}
