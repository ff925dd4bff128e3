import { mappingKind } from '../../../integrations/index.ts';
import { resourceOperations } from '../resource-operations.ts';

export const mappingOperations = resourceOperations({
  kind: mappingKind,
  name: 'Mapping',
  list: 'Mappings',
  items: 'inboundIntegrationMappings',
  idParameter: 'integrationId',
  derivedMembers: () => (mapping) => ({ integrationId: mapping.id }),
});
