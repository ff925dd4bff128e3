import type { Script } from './scripted-receiver.ts';

/** A direct message as the person has it. */
export interface ChatMessage {
  id: string;
  /** The account that it was sent to. */
  to: string;
  /** As people read it. */
  text: string;
  buttons: ChatMessageButton[];
  /** How often it was changed. */
  edits: number;
}

interface ChatMessageButton {
  label: string;
  /** What comes back when it is pressed, as the chat sends it. */
  sends: unknown;
}

/** A chat as far as direct messages go: checks what the vendor demands of a request, and answers as the vendor does. */
export interface FakeChat {
  readonly messages: ChatMessage[];
  readonly script: Script;
  /** Accounts that cannot be written to any more. */
  readonly blocked: Set<string>;
  /** The token of the bot is not valid any more. */
  isRevoked: boolean;
}
