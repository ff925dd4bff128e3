/** The action of a button of a direct message. */
export type ChatReply = 'acknowledge' | 'resolve' | 'escalate' | 'takeOver';

export interface ChatButton {
  label: string;
  /** The data that come back when it is pressed, in at most 64 bytes; for `pressedButton`. */
  data: string;
}

const codes = { a: 'acknowledge', r: 'resolve', e: 'escalate', t: 'takeOver' } as const;
type Code = keyof typeof codes;

/** `token` says who answers what. */
export function chatButton(code: Code, label: string, token: string): ChatButton {
  return { label, data: `${code}:${token}` };
}

/** The action of a button of a direct message, from its data; null for any other button. */
export function pressedButton(data: string): { reply: ChatReply; token: string } | null {
  const [, code, token] = /^([aret]):([\w-]{22})$/.exec(data) ?? [];
  // as: the expression takes no other letter.
  return token === undefined ? null : { reply: codes[code as Code], token };
}
