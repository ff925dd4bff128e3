/**
 * Services: what users of a status page see, and planned maintenance of it. Owns services and their maintenances;
 * does not compute their state. Called by the API and by status pages.
 */

export { services } from './module.ts';
export {
  notEndedAt,
  type Service,
  type ServiceMaintenanceWire,
  type ServiceWire,
  serviceKind,
  serviceMaintenanceKind,
} from './services.ts';
