import type { Module } from '../kernel/index.ts';
import { serviceKind, serviceMaintenanceKind } from './services.ts';

export const services = {
  name: 'services',
  kinds: [serviceKind, serviceMaintenanceKind],
} satisfies Module;
