import { checkDocument } from './bson-walk.ts';
import { BsonWriter } from './bson-writer.ts';
import { int32At } from './semantics/bson-layout.ts';
import { CommandError } from './semantics/errors.ts';

/** The MongoDB wire protocol: frames, OP_MSG with both kinds of section, and OP_QUERY for a first hello. */

export const messageBytesMax = 48_000_000;

const opReply = 1;
const opQuery = 2004;
const opMsg = 2013;

const checksumPresent = 1;
const moreToCome = 2;
/** Flag bits 0-15 are required: a peer that does not know one must refuse the message. */
const unknownRequiredFlags = 0xfffc;

/** Bytes of the message header (16), the flags (4) and the kind of the only section (1). */
export const replyHead = 21;

export interface Request {
  requestId: number;
  body: Uint8Array;
  /** Document sequences (kind 1 sections) by name. */
  sequences: Map<string, Uint8Array[]> | undefined;
  /** Answer with OP_REPLY. */
  legacy: boolean;
  /** The client wants no answer. */
  silent: boolean;
}

/** Reassembles frames from the pieces a socket delivers. */
export class FrameReader {
  #pieces: Buffer[] = [];
  #held = 0;

  /** The frames completed by `piece`. Throws on a length no client may send. */
  push(piece: Buffer): Buffer[] {
    const frames: Buffer[] = [];
    let rest = piece;
    if (this.#held > 0) {
      this.#pieces.push(piece);
      this.#held += piece.length;
      const needed = this.#neededBytes();
      if (this.#held < needed) return frames;
      rest = Buffer.concat(this.#pieces, this.#held);
      this.#pieces = [];
      this.#held = 0;
    }
    while (rest.length >= 4) {
      const length = rest.readInt32LE(0);
      if (length < 16 || length > messageBytesMax) {
        throw new CommandError('ProtocolError', `message length ${length} is out of bounds`);
      }
      if (rest.length < length) break;
      frames.push(rest.subarray(0, length));
      rest = rest.subarray(length);
    }
    if (rest.length > 0) {
      this.#pieces = [rest];
      this.#held = rest.length;
    }
    return frames;
  }

  // Concatenating only once a frame is complete keeps a 48 MB message linear.
  #neededBytes(): number {
    let head = this.#pieces[0] ?? Buffer.alloc(0);
    if (head.length < 4) {
      head = Buffer.concat(this.#pieces, this.#held);
      this.#pieces = [head];
    }
    return head.length < 4 ? 4 : head.readInt32LE(0);
  }
}

export function parseRequest(frame: Buffer): Request {
  const requestId = frame.readInt32LE(4);
  const opCode = frame.readInt32LE(12);
  if (opCode === opMsg) return parseMessage(frame, requestId);
  if (opCode === opQuery) return parseQuery(frame, requestId);
  throw new CommandError('ProtocolError', `wire opcode ${opCode} is not supported`);
}

function parseMessage(frame: Buffer, requestId: number): Request {
  const flags = frame.readUInt32LE(16);
  if ((flags & unknownRequiredFlags) !== 0) {
    throw new CommandError('ProtocolError', `unknown required flags 0x${flags.toString(16)}`);
  }
  const end = (flags & checksumPresent) !== 0 ? frame.length - 4 : frame.length;
  let at = 20;
  let body: Uint8Array | undefined;
  let sequences: Map<string, Uint8Array[]> | undefined;
  while (at < end) {
    const kind = frame[at++];
    const length = at + 4 <= end ? frame.readInt32LE(at) : -1;
    if (length < 5 || at + length > end) {
      throw new CommandError('ProtocolError', 'a section has a wrong length');
    }
    if (kind === 0) {
      if (body !== undefined) throw new CommandError('ProtocolError', 'two body sections');
      body = frame.subarray(at, at + length);
      checkDocument(body);
    } else if (kind === 1) {
      sequences ??= new Map();
      const nameEnd = frame.indexOf(0, at + 4);
      const name = frame.toString('utf8', at + 4, nameEnd);
      if (nameEnd < 0 || nameEnd >= at + length || sequences.has(name)) {
        throw new CommandError('ProtocolError', 'a document sequence has a wrong name');
      }
      sequences.set(name, documentsBetween(frame, nameEnd + 1, at + length));
    } else {
      throw new CommandError('ProtocolError', `unknown section kind ${kind}`);
    }
    at += length;
  }
  if (body === undefined)
    throw new CommandError('ProtocolError', 'a message without a body section');
  return { requestId, body, sequences, legacy: false, silent: (flags & moreToCome) !== 0 };
}

function documentsBetween(frame: Buffer, start: number, end: number): Uint8Array[] {
  const documents: Uint8Array[] = [];
  let at = start;
  while (at < end) {
    const length = at + 4 <= end ? int32At(frame, at) : -1;
    if (length < 5 || at + length > end) {
      throw new CommandError('ProtocolError', 'a document of a sequence has a wrong length');
    }
    const document = frame.subarray(at, at + length);
    checkDocument(document);
    documents.push(document);
    at += length;
  }
  return documents;
}

function parseQuery(frame: Buffer, requestId: number): Request {
  const nameEnd = frame.indexOf(0, 20);
  const at = nameEnd + 9;
  if (nameEnd < 0 || at + 5 > frame.length || at + int32At(frame, at) > frame.length) {
    throw new CommandError('ProtocolError', 'a query message has a wrong length');
  }
  const body = frame.subarray(at, at + int32At(frame, at));
  checkDocument(body);
  return { requestId, body, sequences: undefined, legacy: true, silent: false };
}

let lastRequestId = 0;

/** Turns a reply written after `replyHead` reserved bytes into a message. */
export function sealReply(reply: BsonWriter, request: Request): Buffer {
  lastRequestId = (lastRequestId + 1) | 0;
  const bytes = reply.bytes;
  if (request.legacy) return legacyReply(bytes.subarray(replyHead, reply.at), request.requestId);
  bytes.writeInt32LE(reply.at, 0);
  bytes.writeInt32LE(lastRequestId, 4);
  bytes.writeInt32LE(request.requestId, 8);
  bytes.writeInt32LE(opMsg, 12);
  bytes.writeInt32LE(0, 16);
  bytes[20] = 0;
  return bytes.subarray(0, reply.at);
}

function legacyReply(document: Uint8Array, responseTo: number): Buffer {
  const bytes = Buffer.alloc(36 + document.length);
  bytes.writeInt32LE(bytes.length, 0);
  bytes.writeInt32LE(lastRequestId, 4);
  bytes.writeInt32LE(responseTo, 8);
  bytes.writeInt32LE(opReply, 12);
  // Flag AwaitCapable, cursor 0, starting from 0, one document.
  bytes.writeInt32LE(8, 16);
  bytes.writeInt32LE(1, 32);
  bytes.set(document, 36);
  return bytes;
}

export function newReply(): BsonWriter {
  return new BsonWriter(192 + replyHead, replyHead);
}
