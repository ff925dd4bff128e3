/**
 * The console's own surface: the program that runs in browsers (`console/`, served by `app/`), the pages on which
 * people sign in and look after their account (`openapi/pages.yaml`), and what the program calls beyond the Public API
 * (`openapi/console.yaml`). All work with the session in the cookie.
 *
 * Design notes: the pages are forms that work without script, except for passkeys, which only a script can ask for.
 * A person who changes how they sign in must have proven who they are a short time ago. A session that the identity
 * provider of one organization began cannot do what an account may do in several organizations.
 */
export { createConsoleApp } from './app/console-app.ts';
export { createConsole } from './console.ts';
export { createOidcPages } from './oidc-pages.ts';
export { loadConsole } from './traits.ts';
