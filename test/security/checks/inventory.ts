/** What Express keeps of a route or a router that was mounted. */
interface Layer {
  rawPath: unknown;
  handle: { stack?: unknown };
  route?: { path: unknown; methods: Record<string, boolean> };
}

/** Every route below a router, as `GET /path/:name`; what is mounted as a function at an address, as `USE /path`. */
export function routesOf({ stack }: { stack?: unknown }, prefix = ''): string[] {
  // Express declares its layers more loosely than they are.
  return (stack as Layer[]).flatMap(({ rawPath, handle, route }) => {
    if (route)
      return textsOf(route.path).flatMap((path) =>
        Object.keys(route.methods).map((method) => `${nameOf(method)} ${prefix}${path}`),
      );
    return textsOf(rawPath).flatMap((path) => {
      const at = path === '/' ? prefix : `${prefix}${path}`;
      if (handle.stack) return routesOf(handle, at);
      // Functions for all addresses watch, refuse or report: an address that is nobody's shows that none of them
      // answers.
      return path === '/' ? [] : [`USE ${at}`];
    });
  });
}

const nameOf = (method: string) => (method === '_all' ? 'ALL' : method.toUpperCase());

function textsOf(path: unknown): string[] {
  return (Array.isArray(path) ? path : [path]).filter((one) => typeof one === 'string');
}

/** What is served and neither documented nor named, and what is documented or named and not served. */
export function differenceOfRoutes(
  routes: readonly string[],
  documented: readonly string[],
  named: readonly { route: string; serves?: string }[],
): string[] {
  const paths = new Set(documented.map((route) => route.split(' ')[1]));
  const known = new Set([...documented, ...named.map(({ route }) => route)]);
  const served = new Set([...routes, ...named.map(({ serves }) => serves)]);
  // 405 for other methods of a documented address.
  const isRefusal = (route: string) => route.startsWith('ALL ') && paths.has(route.slice(4));
  return [
    ...routes
      .filter((route) => !known.has(route) && !isRefusal(route))
      .map((route) => `${route} is in no document`),
    ...[...known].filter((route) => !served.has(route)).map((route) => `${route} is not served`),
  ];
}
