import { readPath } from '../../../catalogue/index.ts';
import { headerOf, isSame, type Objection, type Scheme } from './signed-request.ts';

/** `X-Gitlab-Token` is the secret itself. */
export const gitlabToken: Scheme = ({ headers }, { secrets }) =>
  objectionToSecret(headerOf(headers, 'x-gitlab-token'), 'The header x-gitlab-token', secrets);

/** The header that the type names is the secret itself. */
export const sharedSecretHeader: Scheme = ({ headers }, { secrets, type }) =>
  type.verificationHeader === null
    ? 'The type of the integration names no header for the secret.'
    : objectionToSecret(
        headerOf(headers, type.verificationHeader),
        `The header ${type.verificationHeader.toLowerCase()}`,
        secrets,
      );

/** The body contains the secret, which is redacted before the payload is stored. */
export const bodySecret: Scheme = ({ payload }, { secrets, type }) => {
  if (type.verificationField === null)
    return 'The type of the integration names no field for the secret.';
  const value = readPath(payload, type.verificationField);
  return objectionToSecret(
    typeof value === 'string' ? value : null,
    `The field ${type.verificationField} of the payload`,
    secrets,
  );
};

function objectionToSecret(
  given: string | null,
  place: string,
  secrets: readonly string[],
): Objection {
  if (given === null) return `${place} is missing.`;
  let matches = 0;
  for (const secret of secrets) if (isSame(given, secret)) matches += 1;
  return matches > 0 ? null : `${place} is not the secret of the integration.`;
}
