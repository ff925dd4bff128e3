/**
 * Buttons that people press in a chat: acknowledge and resolve. Each chat proves who it is, names the person, and shows
 * them the answer; what happens to the incident is decided where all changes are. The message in the chat changes like
 * after any other event.
 */
export { createChatSurface } from './chat.ts';
