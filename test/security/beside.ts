import { readFileSync } from 'node:fs';

const consolePaths = JSON.parse(readFileSync('console/paths.json', 'utf8')) as string[];

/** A route that no document describes, and why. */
export interface Beside {
  /** As the router has it, or the beginning of what the server splits off before Express. */
  route: string;
  reason: string;
  /** The documented route that it is in other words. */
  serves?: string;
  /** Addresses to try it at. */
  addresses: string[];
}

/** Everything that the server answers and no document describes. */
export const beside: readonly Beside[] = [
  {
    route: 'GET /healthz',
    reason: 'for supervisors: the process runs',
    addresses: ['/healthz'],
  },
  {
    route: 'GET /readyz',
    reason: 'for load balancers: the store answers',
    addresses: ['/readyz'],
  },
  {
    route: 'GET /metrics',
    reason: 'for Prometheus; SECURITY.md says to keep it private',
    addresses: ['/metrics'],
  },
  {
    route: 'GET /metrics/tasks',
    reason:
      'for operators and `tocsin doctor`, guarded as /metrics: how background tasks are doing',
    addresses: ['/metrics/tasks'],
  },
  {
    route: 'ALL /mcp',
    reason: 'the Model Context Protocol; each of its tools is an operation of the Public API',
    addresses: ['/mcp'],
  },
  {
    route: 'USE /.well-known/terraform.json',
    reason: 'Terraform’s own protocol of registries',
    addresses: ['/.well-known/terraform.json'],
  },
  {
    route: 'USE /terraform/providers',
    reason: 'Terraform’s own protocol of registries',
    addresses: ['/terraform/providers/tocsin/tocsin/versions', '/terraform/providers/nothing'],
  },
  {
    route: 'GET /api/swagger/public-v1/swagger.json',
    reason: 'the document itself',
    addresses: ['/api/swagger/public-v1/swagger.json'],
  },
  ...[
    '/',
    '/icon.svg',
    '/assets/:name',
    '/manifest.webmanifest',
    '/service-worker.js',
    '/icon-192.png',
    '/icon-512.png',
    '/icon-maskable-512.png',
    '/apple-touch-icon.png',
    '/badge-96.png',
  ].map((path) => ({
    route: `GET ${path}`,
    reason: 'the program of the console, and what installs it',
    addresses: [path, '/assets/nothing'],
  })),
  ...consolePaths.flatMap((path) =>
    [`/${path}`, `/${path}/*rest`].map((route) => ({
      route: `GET ${route}`,
      reason: 'an address that the program of the console understands',
      addresses: [route.replace('*rest', 'nothing')],
    })),
  ),
  ...[
    '',
    '/',
    '/index.html',
    '/start.js',
    '/swagger-ui.css',
    '/swagger-ui-bundle.js',
    '/favicon-32x32.png',
  ].map((file) => ({
    route: `GET /api/public/swagger-ui${file}`,
    reason: 'the page that explains the API',
    addresses: [`/api/public/swagger-ui${file}`],
  })),
  {
    route: 'USE /api/public/swagger-ui',
    reason: 'headers of that page',
    addresses: ['/api/public/swagger-ui/nothing'],
  },
  {
    route: 'ALL /api/integrations/terraform/default/:file',
    reason: 'the part before .tf may have any letter case, like the part behind it',
    serves: 'GET /api/integrations/terraform/default/:type.tf',
    addresses: ['/api/integrations/terraform/default/nothing'],
  },
  {
    route: 'SPLIT /api/webhook/',
    reason: 'the document of the webhook has it; here for odd spellings',
    addresses: ['/API/webhook/nothing', '/api/webhook/', '//api/webhook/x'],
  },
  ...[
    ['alertmanager/', 'x/api/v2/alerts'],
    ['goalert/', 'api/v2/generic/incoming?token=x'],
    ['ilert/', 'x'],
    ['oncall/', 'integrations/v1/webhook/x/'],
    ['opsgenie/', 'v2/alerts'],
    ['opsgenie/v1/json/', 'grafana?apiKey=x'],
    ['opsgenie/v2/heartbeats/', 'x/ping'],
    ['pagerduty/', 'v2/enqueue'],
    ['splunk-on-call/', 'x'],
  ].map(([base = '', below = '']) => ({
    route: `SPLIT /api/receivers/${base}`,
    reason: 'the protocol of another product, described by that product',
    addresses: [`/api/receivers/${base}${below}`],
  })),
];

/** Addresses of them all, and some that are nobody's. */
export function addressesOf(routes: readonly Beside[]): string[] {
  return [...routes.flatMap(({ addresses }) => addresses), '/nothing', '/api/receivers/nothing'];
}
