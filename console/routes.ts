import { createRootRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { auditSearch } from './pages/audit-log/search.ts';
import { callsSearch } from './pages/calls/search.ts';
import { comeFromSearch } from './pages/come-from/search.ts';
import { firstRunSearch } from './pages/first-run/search.ts';
import { askForIncident } from './pages/incident/loading.ts';
import { askForList } from './pages/incidents/list-query.ts';
import { incidentSearch } from './pages/incidents/search.ts';
import { whereSearch } from './pages/incidents/where-search.ts';
import {
  integrationSearch,
  integrationsSearch,
  newIntegrationSearch,
} from './pages/integrations/search.ts';
import { meSearch } from './pages/me/search.ts';
import { onCallSearch, simulationSearch } from './pages/on-call/search.ts';
import { askForTimelines } from './pages/on-call/use-timeline.ts';
import { newPolicySearch } from './pages/policies/search.ts';
import {
  engagementReportSearch,
  incidentReportSearch,
  onCallReportSearch,
} from './pages/reports/search.ts';
import { newUpdateSearch } from './pages/status-pages/search.ts';
import { teamSearch } from './pages/teams/search.ts';
import { loadPart } from './parts/later/index.ts';
import { Shell } from './shell/shell.tsx';

const root = createRootRoute({ component: Shell });

/** The router itself would load all anew where the network is away, and nothing would be left. */
const page = (part: () => Promise<{ default: ComponentType }>) =>
  lazyRouteComponent(() => loadPart(part));

// Incidents

const incidents = createRoute({
  getParentRoute: () => root,
  path: '/',
  validateSearch: incidentSearch,
  component: page(() => import('./pages/incidents/incidents-page.tsx')),
  loader: ({ location, preload }) => {
    if (!preload) askForList(incidentSearch(location.search));
  },
});

const incident = createRoute({
  getParentRoute: () => root,
  path: '/incidents/$incidentId',
  component: page(() => import('./pages/incident/incident-page.tsx')),
  // Not for each row of a list that a pointer comes by.
  loader: ({ params, preload }) => {
    if (!preload) askForIncident(params.incidentId);
  },
});

const whereIsMyAlert = createRoute({
  getParentRoute: () => root,
  path: '/incidents/where-is-my-alert',
  validateSearch: whereSearch,
  component: page(() => import('./pages/incidents/where-page.tsx')),
});

// On call

const onCall = createRoute({
  getParentRoute: () => root,
  path: '/on-call',
  validateSearch: onCallSearch,
  component: page(() => import('./pages/on-call/on-call-page.tsx')),
  loader: ({ location, preload }) => {
    // Where it is not known who is signed in, the program says so.
    if (!preload) askForTimelines(onCallSearch(location.search)).catch(() => undefined);
  },
});

const simulation = createRoute({
  getParentRoute: () => root,
  path: '/on-call/simulation',
  validateSearch: simulationSearch,
  component: page(() => import('./pages/on-call/simulation-page.tsx')),
});

const schedules = createRoute({
  getParentRoute: () => root,
  path: '/on-call/schedules',
  component: page(() => import('./pages/schedules/schedules-page.tsx')),
});

const newSchedule = createRoute({
  getParentRoute: () => root,
  path: '/on-call/schedules/new',
  component: page(() => import('./pages/schedules/new-schedule-page.tsx')),
});

const schedule = createRoute({
  getParentRoute: () => root,
  path: '/on-call/schedules/$id',
  component: page(() => import('./pages/schedules/schedule-page.tsx')),
});

const policies = createRoute({
  getParentRoute: () => root,
  path: '/on-call/policies',
  component: page(() => import('./pages/policies/policies-page.tsx')),
});

const newPolicy = createRoute({
  getParentRoute: () => root,
  path: '/on-call/policies/new',
  validateSearch: newPolicySearch,
  component: page(() => import('./pages/policies/new-policy-page.tsx')),
});

const policy = createRoute({
  getParentRoute: () => root,
  path: '/on-call/policies/$id',
  component: page(() => import('./pages/policies/policy-page.tsx')),
});

const allSupportHours = createRoute({
  getParentRoute: () => root,
  path: '/on-call/support-hours',
  component: page(() => import('./pages/support-hours/all-support-hours-page.tsx')),
});

const newSupportHours = createRoute({
  getParentRoute: () => root,
  path: '/on-call/support-hours/new',
  component: page(() => import('./pages/support-hours/new-support-hours-page.tsx')),
});

const supportHours = createRoute({
  getParentRoute: () => root,
  path: '/on-call/support-hours/$id',
  component: page(() => import('./pages/support-hours/support-hours-page.tsx')),
});

const guarantees = createRoute({
  getParentRoute: () => root,
  path: '/on-call/guarantees',
  component: page(() => import('./pages/guarantees/guarantees-page.tsx')),
});

const newGuarantee = createRoute({
  getParentRoute: () => root,
  path: '/on-call/guarantees/new',
  component: page(() => import('./pages/guarantees/new-guarantee-page.tsx')),
});

const proofs = createRoute({
  getParentRoute: () => root,
  path: '/on-call/guarantees/proofs',
  component: page(() => import('./pages/guarantees/proofs-page.tsx')),
});

const proof = createRoute({
  getParentRoute: () => root,
  path: '/on-call/guarantees/proofs/$id',
  component: page(() => import('./pages/guarantees/proof-page.tsx')),
});

const guarantee = createRoute({
  getParentRoute: () => root,
  path: '/on-call/guarantees/$id',
  component: page(() => import('./pages/guarantees/guarantee-page.tsx')),
});

const replays = createRoute({
  getParentRoute: () => root,
  path: '/on-call/replays',
  component: page(() => import('./pages/replays/replays-page.tsx')),
});

const replay = createRoute({
  getParentRoute: () => root,
  path: '/on-call/replays/$id',
  component: page(() => import('./pages/replays/replay-page.tsx')),
});

// Teams

const teams = createRoute({
  getParentRoute: () => root,
  path: '/teams',
  component: page(() => import('./pages/teams/teams-page.tsx')),
});

const team = createRoute({
  getParentRoute: () => root,
  path: '/teams/$teamId',
  validateSearch: teamSearch,
  component: page(() => import('./pages/teams/team-page.tsx')),
});

// Integrations

const integrations = createRoute({
  getParentRoute: () => root,
  path: '/integrations',
  validateSearch: integrationsSearch,
  component: page(() => import('./pages/integrations/integrations-page.tsx')),
});

const newIntegration = createRoute({
  getParentRoute: () => root,
  path: '/integrations/new',
  validateSearch: newIntegrationSearch,
  component: page(() => import('./pages/integrations/new-integration-page.tsx')),
});

const integration = createRoute({
  getParentRoute: () => root,
  path: '/integrations/$integrationId',
  validateSearch: integrationSearch,
  component: page(() => import('./pages/integrations/integration-page.tsx')),
});

// Routing

const routing = createRoute({
  getParentRoute: () => root,
  path: '/routing',
  component: page(() => import('./pages/routing/routing-page.tsx')),
});

const shadowRuns = createRoute({
  getParentRoute: () => root,
  path: '/settings/shadow-runs',
  component: page(() => import('./pages/settings/shadow-runs-page.tsx')),
});

const newShadowRun = createRoute({
  getParentRoute: () => root,
  path: '/settings/shadow-runs/new',
  component: page(() => import('./pages/shadow-runs/new-shadow-run-page.tsx')),
});

const shadowRun = createRoute({
  getParentRoute: () => root,
  path: '/settings/shadow-runs/$id',
  component: page(() => import('./pages/shadow-runs/shadow-run-page.tsx')),
});

const suppressionRules = createRoute({
  getParentRoute: () => root,
  path: '/routing/suppression',
  component: page(() => import('./pages/suppression/suppression-rules-page.tsx')),
});

const newSuppressionRule = createRoute({
  getParentRoute: () => root,
  path: '/routing/suppression/new',
  component: page(() => import('./pages/suppression/new-suppression-rule-page.tsx')),
});

const suppressionRule = createRoute({
  getParentRoute: () => root,
  path: '/routing/suppression/$id',
  component: page(() => import('./pages/suppression/suppression-rule-page.tsx')),
});

const routingRules = createRoute({
  getParentRoute: () => root,
  path: '/routing/$routingId',
  component: page(() => import('./pages/routing/routing-rules-page.tsx')),
});

// Outbound

const outbound = createRoute({
  getParentRoute: () => root,
  path: '/outbound',
  component: page(() => import('./pages/outbound/outbound-page.tsx')),
});

const newOutbound = createRoute({
  getParentRoute: () => root,
  path: '/outbound/new',
  component: page(() => import('./pages/outbound/new-outbound-page.tsx')),
});

const outboundIntegration = createRoute({
  getParentRoute: () => root,
  path: '/outbound/$outboundId',
  component: page(() => import('./pages/outbound/outbound-integration-page.tsx')),
});

// Calls

const calls = createRoute({
  getParentRoute: () => root,
  path: '/calls',
  validateSearch: callsSearch,
  component: page(() => import('./pages/calls/calls-page.tsx')),
});

const call = createRoute({
  getParentRoute: () => root,
  path: '/calls/$callId',
  component: page(() => import('./pages/calls/call-page.tsx')),
});

const rehearsal = createRoute({
  getParentRoute: () => root,
  path: '/calls/rehearse/$integrationId',
  component: page(() => import('./pages/calls/rehearsal-page.tsx')),
});

// Reports

const incidentReport = createRoute({
  getParentRoute: () => root,
  path: '/reports',
  validateSearch: incidentReportSearch,
  component: page(() => import('./pages/reports/incident-report-page.tsx')),
});

const onCallReport = createRoute({
  getParentRoute: () => root,
  path: '/reports/on-call',
  validateSearch: onCallReportSearch,
  component: page(() => import('./pages/reports/on-call-report-page.tsx')),
});

const engagementReport = createRoute({
  getParentRoute: () => root,
  path: '/reports/engagement',
  validateSearch: engagementReportSearch,
  component: page(() => import('./pages/reports/engagement-report-page.tsx')),
});

// Services

const services = createRoute({
  getParentRoute: () => root,
  path: '/services',
  component: page(() => import('./pages/services/services-page.tsx')),
});

const newService = createRoute({
  getParentRoute: () => root,
  path: '/services/new',
  component: page(() => import('./pages/services/new-service-page.tsx')),
});

const maintenances = createRoute({
  getParentRoute: () => root,
  path: '/services/maintenance',
  component: page(() => import('./pages/services/maintenances-page.tsx')),
});

const newMaintenance = createRoute({
  getParentRoute: () => root,
  path: '/services/maintenance/new',
  component: page(() => import('./pages/services/new-maintenance-page.tsx')),
});

const maintenance = createRoute({
  getParentRoute: () => root,
  path: '/services/maintenance/$maintenanceId',
  component: page(() => import('./pages/services/maintenance-page.tsx')),
});

const service = createRoute({
  getParentRoute: () => root,
  path: '/services/$serviceId',
  component: page(() => import('./pages/services/service-page.tsx')),
});

// Status pages

const statusPages = createRoute({
  getParentRoute: () => root,
  path: '/status-pages',
  component: page(() => import('./pages/status-pages/status-pages-page.tsx')),
});

const newStatusPage = createRoute({
  getParentRoute: () => root,
  path: '/status-pages/new',
  component: page(() => import('./pages/status-pages/new-status-page-page.tsx')),
});

const publicUpdates = createRoute({
  getParentRoute: () => root,
  path: '/status-pages/updates',
  component: page(() => import('./pages/status-pages/updates-page.tsx')),
});

const newPublicUpdate = createRoute({
  getParentRoute: () => root,
  path: '/status-pages/updates/new',
  validateSearch: newUpdateSearch,
  component: page(() => import('./pages/status-pages/new-update-page.tsx')),
});

const publicUpdate = createRoute({
  getParentRoute: () => root,
  path: '/status-pages/updates/$updateId',
  component: page(() => import('./pages/status-pages/update-page.tsx')),
});

const publicUpdateTemplates = createRoute({
  getParentRoute: () => root,
  path: '/status-pages/templates',
  component: page(() => import('./pages/status-pages/templates-page.tsx')),
});

const statusPage = createRoute({
  getParentRoute: () => root,
  path: '/status-pages/$statusPageId',
  component: page(() => import('./pages/status-pages/status-page-page.tsx')),
});

// Audit log

const auditLog = createRoute({
  getParentRoute: () => root,
  path: '/audit-log',
  validateSearch: auditSearch,
  component: page(() => import('./pages/audit-log/audit-log-page.tsx')),
});

// Settings

const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  component: page(() => import('./pages/settings/organization-page.tsx')),
});

const people = createRoute({
  getParentRoute: () => root,
  path: '/settings/people',
  component: page(() => import('./pages/settings/people-page.tsx')),
});

const person = createRoute({
  getParentRoute: () => root,
  path: '/settings/people/$userId',
  component: page(() => import('./pages/settings/person-page.tsx')),
});

const apiKeys = createRoute({
  getParentRoute: () => root,
  path: '/settings/keys',
  component: page(() => import('./pages/settings/keys-page.tsx')),
});

const agents = createRoute({
  getParentRoute: () => root,
  path: '/settings/agents',
  component: page(() => import('./pages/settings/agents-page.tsx')),
});

const agent = createRoute({
  getParentRoute: () => root,
  path: '/settings/agents/$id',
  component: page(() => import('./pages/settings/agent-page.tsx')),
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/settings/sign-in',
  component: page(() => import('./pages/settings/sign-in-page.tsx')),
});

const newConnection = createRoute({
  getParentRoute: () => root,
  path: '/settings/sign-in/new',
  component: page(() => import('./pages/settings/new-connection-page.tsx')),
});

const connection = createRoute({
  getParentRoute: () => root,
  path: '/settings/sign-in/$connectionId',
  component: page(() => import('./pages/settings/connection-page.tsx')),
});

const groups = createRoute({
  getParentRoute: () => root,
  path: '/settings/groups',
  component: page(() => import('./pages/settings/groups-page.tsx')),
});

// Me

const me = createRoute({
  getParentRoute: () => root,
  path: '/me',
  validateSearch: meSearch,
  component: page(() => import('./pages/me/me-page.tsx')),
});

// First run

const firstRun = createRoute({
  getParentRoute: () => root,
  path: '/first-run',
  validateSearch: firstRunSearch,
  component: page(() => import('./pages/first-run/first-run-page.tsx')),
});

// Coming from another product

const comeFrom = createRoute({
  getParentRoute: () => root,
  path: '/come-from',
  validateSearch: comeFromSearch,
  component: page(() => import('./pages/come-from/come-from-page.tsx')),
});

// The window in which somebody signed in again

const signedIn = createRoute({
  getParentRoute: () => root,
  path: '/signed-in',
  component: page(() => import('./shell/signed-in.tsx')),
});

/**
 * All pages. Each is a part of its own, loaded when it is first shown; the first segments of the paths are in
 * paths.json.
 */
export const routes = root.addChildren([
  // Incidents
  incidents,
  incident,
  whereIsMyAlert,

  // On call
  onCall,
  simulation,
  schedules,
  newSchedule,
  schedule,
  policies,
  newPolicy,
  policy,
  allSupportHours,
  newSupportHours,
  supportHours,
  guarantees,
  proofs,
  proof,
  newGuarantee,
  guarantee,
  replays,
  replay,

  // Teams
  teams,
  team,

  // Integrations
  integrations,
  newIntegration,
  integration,

  // Routing
  routing,
  routingRules,
  suppressionRules,
  newSuppressionRule,
  suppressionRule,

  // Outbound
  outbound,
  newOutbound,
  outboundIntegration,

  // Calls
  calls,
  call,
  rehearsal,

  // Reports
  incidentReport,
  onCallReport,
  engagementReport,

  // Services
  services,
  newService,
  maintenances,
  newMaintenance,
  maintenance,
  service,

  // Status pages
  statusPages,
  newStatusPage,
  publicUpdates,
  newPublicUpdate,
  publicUpdate,
  publicUpdateTemplates,
  statusPage,

  // Audit log
  auditLog,

  // Settings
  shadowRuns,
  newShadowRun,
  shadowRun,
  settings,
  people,
  person,
  apiKeys,
  agents,
  agent,
  signIn,
  newConnection,
  connection,
  groups,

  // Me
  me,

  // First run
  firstRun,

  // Coming from another product
  comeFrom,

  // After signing in again
  signedIn,
]);
