/**
 * Callers without a key who send the beginning of a body and then a little every second: a thread, so that sending does
 * not hold up who measures.
 */
import { connect } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

export interface StalledSenders {
  port: number;
  senders: number;
  declaredBytes: number;
  /** What each sends at once. */
  firstBytes: number;
  bytesEverySecond: number;
}

const { port, senders, declaredBytes, firstBytes, bytesEverySecond } = workerData as StalledSenders;
const head = `POST /api/receivers/pagerduty/v2/enqueue HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${declaredBytes}\r\n\r\n`;
const first = Buffer.alloc(firstBytes, ' ');
const sockets = Array.from({ length: senders }, () => {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  socket.resume();
  socket.write(head);
  socket.write(first);
  return socket;
});
setInterval(() => {
  for (const socket of sockets)
    if (socket.writable && bytesEverySecond > 0) socket.write(' '.repeat(bytesEverySecond));
}, 1_000);
parentPort?.on('message', () => {
  const left = sockets.filter((socket) => !socket.destroyed && socket.readable).length;
  for (const socket of sockets) socket.destroy();
  parentPort?.postMessage(left);
});
