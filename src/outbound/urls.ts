import { invalidField } from '../kernel/index.ts';
import { demandNoCredentials } from '../resources/index.ts';
import { say } from '../sentences/index.ts';

/** An address below the one of an installation, which may have a path of its own. */
export function below(base: string, path: string): string {
  return base.replace(/\/+$/, '') + path;
}

/** 400 unless it is a whole http or https URL; whether it can be reached shows at the first delivery. */
export function demandUrl(field: string, url: string | null | undefined): void {
  if (url === null || url === undefined) return;
  const { protocol } = URL.parse(url) ?? {};
  if (protocol !== 'https:' && protocol !== 'http:')
    throw invalidField(field, say('urlNeedsScheme'));
}

/** The same for a URL that everybody may read. */
export function demandPublicUrl(
  field: string,
  url: string | null | undefined,
  instead: readonly string[],
): void {
  demandUrl(field, url);
  demandNoCredentials(field, url, instead);
}
