import type { FileSource } from '../product.ts';
import { readConfigurations } from './read-configuration.ts';

export const alertmanager: FileSource = {
  name: 'alertmanager',
  displayName: 'Alertmanager',
  file: 'alertmanager.yml',
  read: readConfigurations,
};
