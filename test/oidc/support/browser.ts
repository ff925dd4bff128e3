/** A browser that keeps cookies by origin and follows redirects, as far as a sign-in needs one. */
export interface Browser {
  /** Follows redirects from `url`, and gives the first address that starts with `until`, without going there. */
  follow(url: string, until: string): Promise<URL>;
  /** Follows redirects, and pages that lead on by themselves, to a page. */
  visit(url: string, language?: string): Promise<Page>;
  /** Sends a form of a page of the same origin, and follows likewise. */
  submit(url: string, fields: Record<string, string>, origin?: string): Promise<Page>;
  cookie(origin: string, name: string): string | undefined;
  setCookie(origin: string, name: string, value: string): void;
  /** Attributes of every cookie that was set, by its name. */
  readonly cookieAttributes: Map<string, string>;
}

export interface Page {
  url: URL;
  status: number;
  text: string;
  headers: Headers;
}

const redirectsMax = 15;

/** `hosts`: where an origin really is. */
export function createBrowser(hosts: Readonly<Record<string, string>> = {}): Browser {
  const jars = new Map<string, Map<string, string>>();
  const cookieAttributes = new Map<string, string>();
  const jarOf = (origin: string) => {
    const jar = jars.get(origin) ?? new Map<string, string>();
    jars.set(origin, jar);
    return jar;
  };

  async function ask(url: URL, init: RequestInit = {}): Promise<Page> {
    const jar = jarOf(url.origin);
    const real = url.href.replace(url.origin, hosts[url.origin] ?? url.origin);
    const cookies = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(real, {
      ...init,
      redirect: 'manual',
      headers: { ...init.headers, ...(cookies ? { cookie: cookies } : {}) },
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = '', attributes = ''] =
        /^([^=]+)=([^;]*);?(.*)$/.exec(cookie) ?? [];
      cookieAttributes.set(name, attributes.trim());
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    return { url, status: answer.status, text: await answer.text(), headers: answer.headers };
  }

  function next({ url, headers, text }: Page): URL | null {
    const [, refresh] = /http-equiv="refresh" content="0; url=([^"]+)"/.exec(text) ?? [];
    const location = headers.get('location') ?? refresh?.replaceAll('&amp;', '&');
    return location === undefined ? null : new URL(location, url);
  }

  async function goOn(first: Page, until?: string, language = 'en'): Promise<Page> {
    let page = first;
    for (let count = 0; count < redirectsMax; count += 1) {
      const to = next(page);
      if (to === null) return page;
      if (until !== undefined && to.href.startsWith(until)) return { ...page, url: to };
      page = await ask(to, { headers: { 'accept-language': language } });
    }
    throw new Error('Too many redirects.');
  }

  return {
    async follow(start, until) {
      const page = await goOn(await ask(new URL(start)), until);
      if (page.url.href.startsWith(until)) return page.url;
      throw new Error(`${page.url.href} answers ${page.status}: ${page.text.slice(0, 500)}`);
    },
    visit: async (url, language = 'en') =>
      goOn(
        await ask(new URL(url), { headers: { 'accept-language': language } }),
        undefined,
        language,
      ),
    submit: async (url, fields, origin = new URL(url).origin) =>
      goOn(
        await ask(new URL(url), {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded', origin },
          body: new URLSearchParams(fields).toString(),
        }),
      ),
    cookie: (origin, name) => jarOf(origin).get(name),
    setCookie: (origin, name, value) => jarOf(origin).set(name, value),
    cookieAttributes,
  };
}
