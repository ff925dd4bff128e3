import crypto from 'node:crypto';

const { argon2 } = crypto;

/** Passwords are hashed with little memory: what tests do a thousand times. Everything else of the way in stays. */
export function hashCheaply(): void {
  const cheap: typeof argon2 = (algorithm, parameters, done) =>
    argon2(algorithm, { ...parameters, memory: 64, passes: 1 }, done);
  Object.assign(crypto, { argon2: cheap });
}

/** For the rest of the file. */
export function hashAsInProduction(): void {
  Object.assign(crypto, { argon2 });
}
