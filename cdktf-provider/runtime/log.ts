/**
 * Terraform collects the log of a plugin from its standard error: one JSON object a line. The time
 * must have six fractional digits, else the line is shown as raw text.
 */

export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error';
export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;
export type Log = (level: LogLevel, message: string, fields?: LogFields) => void;

/** Environment variables of the process. */
type Variables = Readonly<Record<string, string | undefined>>;

export function createLog(write: (line: string) => void, env: Variables): Log {
  const wanted = isLogWanted(env);
  return (level, message, fields = {}) => {
    // Nobody reads these lines unless logging was asked for; a plan of many objects writes thousands.
    if (!wanted && level !== 'warn' && level !== 'error') return;
    const timestamp = new Date().toISOString().replace('Z', '000Z');
    write(
      `${JSON.stringify({ '@level': level, '@message': message, '@module': 'tocsin', '@timestamp': timestamp, ...fields })}\n`,
    );
  };
}

function isLogWanted(env: Variables): boolean {
  return Boolean(env.TF_LOG || env.TF_LOG_PROVIDER || env.TF_LOG_PROVIDER_TOCSIN);
}

/** A stray console call before the handshake would break it: everything goes to standard error. */
export function redirectConsole(write: (line: string) => void): void {
  const forward =
    (level: LogLevel) =>
    (...parts: unknown[]) =>
      createLog(write, { TF_LOG: '1' })(level, parts.map(String).join(' '));
  Object.assign(console, {
    log: forward('info'),
    info: forward('info'),
    debug: forward('debug'),
    warn: forward('warn'),
    error: forward('error'),
  });
}
