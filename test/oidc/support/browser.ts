/** A browser that follows redirects and keeps cookies by origin, as far as a sign-in needs one. */
export interface Browser {
  /** Follows redirects from `url`, and gives the first address that starts with `until`, without going there. */
  follow(url: string, until: string): Promise<URL>;
}

const redirectsMax = 15;

export function createBrowser(): Browser {
  const jars = new Map<string, Map<string, string>>();
  return {
    async follow(start, until) {
      let url = new URL(start);
      for (let count = 0; count < redirectsMax; count += 1) {
        if (url.href.startsWith(until)) return url;
        const jar = jars.get(url.origin) ?? new Map<string, string>();
        jars.set(url.origin, jar);
        const answer = await fetch(url, {
          redirect: 'manual',
          headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
        });
        for (const cookie of answer.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
          if (value === '') jar.delete(name);
          else jar.set(name, value);
        }
        const location = answer.headers.get('location');
        if (location === null)
          throw new Error(
            `${url.href} answers ${answer.status}: ${(await answer.text()).slice(0, 500)}`,
          );
        url = new URL(location, url);
      }
      throw new Error('Too many redirects.');
    },
  };
}
