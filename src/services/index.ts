/**
 * Services: what users of a status page see, and planned maintenance of it. Owns services and their maintenances, and
 * says which incidents affect a service; what a page says of it is up to status pages. Called by the API and by status
 * pages.
 */

export { effectsOn, integrationsOf } from './affected.ts';
export { type Dependencies, dependenciesOf, type Problem, type Wait } from './dependencies.ts';
export { services } from './module.ts';
export {
  type MaintenanceTime,
  maintenanceOf,
  nextTimeOf,
  notEndedAt,
  type Service,
  type ServiceMaintenance,
  type ServiceWire,
  serviceKind,
  serviceMaintenanceKind,
  timesOf,
} from './services.ts';
