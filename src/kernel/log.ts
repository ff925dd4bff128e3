import { pino } from 'pino';

export type Log = pino.Logger;

/** JSON lines on standard output. Bodies, tokens and addresses are never passed in; this is the net below. */
export function createLog(level: string, destination?: pino.DestinationStream): Log {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: {
      paths: ['*.authorization', '*.cookie', '*.token', '*.password', '*.apiKey', '*.secret'],
      censor: '[redacted]',
    },
  };
  return destination ? pino(options, destination) : pino(options);
}
