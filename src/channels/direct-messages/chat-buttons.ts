/** What a button of a direct message does. */
export type ChatReply = 'acknowledge' | 'resolve' | 'escalate' | 'takeOver';

export interface ChatButton {
  label: string;
  /** What comes back when it is pressed, in at most 64 bytes; for `pressedButton`. */
  data: string;
}

const codes = { a: 'acknowledge', r: 'resolve', e: 'escalate', t: 'takeOver' } as const;
type Code = keyof typeof codes;

/** `token` says who answers what. */
export function chatButton(code: Code, label: string, token: string): ChatButton {
  return { label, data: `${code}:${token}` };
}

/** What a button of a direct message stands for; null for any other. */
export function pressedButton(data: string): { reply: ChatReply; token: string } | null {
  const [, code, token] = /^([aret]):([\w-]{22})$/.exec(data) ?? [];
  // as: the expression takes no other letter.
  return token === undefined ? null : { reply: codes[code as Code], token };
}
