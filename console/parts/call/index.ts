/** Shows a call the same way on every page: who called, the outcome, the voicemail, and the way to call back. */
export { CallBack, isCalledBack } from './call-back.tsx';
export { callerOf, takerOf } from './caller.ts';
export { OutcomeBadge } from './outcome-badge.tsx';
export { texts as callTexts } from './texts.ts';
export { Voicemail } from './voicemail.tsx';
