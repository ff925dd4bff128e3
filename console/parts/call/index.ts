/** What is shown of a call wherever it is shown: who called, what became of it, what was said, and the way back. */
export { CallBack, isCalledBack } from './call-back.tsx';
export { callerOf } from './caller.ts';
export { OutcomeBadge } from './outcome-badge.tsx';
export { texts as callTexts } from './texts.ts';
export { Voicemail } from './voicemail.tsx';
