import {
  refusedTypes,
  typeSettings,
  untestedSettings,
} from '../generated/type-settings.generated.ts';
import { snakeCase } from '../rest/names.ts';
import { errorAt } from '../runtime/diagnostics.ts';
import { isObject, isUnknown } from '../runtime/value.ts';
import type { AttributeOverlay, Ignored } from './overlay.ts';
import { resource } from './overlay.ts';
import { atMostOneOf, eachAt } from './rules.ts';

const settingsAttributes: Readonly<Record<string, AttributeOverlay>> = {
  integrationSettings: { equivalent: 'empty-is-null' },
  'integrationSettings.cronJobMonitor': { rename: 'cronjob_monitor' },
  'integrationSettings.httpMonitoring.basicAuthenticationUserName': {
    rename: 'basic_authentication_username',
    sensitive: true,
  },
  ...Object.fromEntries(
    Object.entries(untestedSettings).map(([member, sentence]) => [
      `integrationSettings.${member}`,
      { note: `Untested: ${sentence}` },
    ]),
  ),
};

/** The settings object that integrations of a type take. Types that are not there have none. */
const settingsOfType = new Map(
  Object.entries(typeSettings).map(([type, member]) => [
    type.toLowerCase(),
    settingsAttributes[`integrationSettings.${member}`]?.rename ?? snakeCase(member),
  ]),
);
const settings = [...new Set(settingsOfType.values())];

const refusals = new Map(
  Object.entries(refusedTypes).map(([type, sentence]) => [type.toLowerCase(), sentence]),
);

/** It changes by itself, so that a state would differ from one day to the next. */
const shownOnly = 'changes without anybody changing the integration';

/** A search must not carry secrets of other people's integrations into a state. */
const settingsIgnored = (prefix: string): Ignored => ({
  [`${prefix}webhookAuthentication`]: 'holds secrets',
  [`${prefix}signatureVerification`]: 'holds secrets',
  [`${prefix}integrationSettings`]: 'holds secrets',
  [`${prefix}refusedRequests`]: shownOnly,
  [`${prefix}warning`]: shownOnly,
  [`${prefix}warningSentence`]: shownOnly,
});

export const integration = resource({
  type: 'tocsin_integration',
  category: 'Integrations',
  description:
    'An inbound integration: the address a monitoring tool posts to, or a monitor that Tocsin runs itself. Its payloads become incidents of its team.',
  operations: {
    create: 'createInboundIntegration',
    read: 'getInboundIntegration',
    update: 'replaceInboundIntegration',
    delete: 'deleteInboundIntegration',
    list: { operation: 'listInboundIntegrations', items: 'inboundIntegrations' },
  },
  takesOver: 'allquiet_integration',
  ignore: {
    refusedRequests: shownOnly,
    warning: shownOnly,
    warningSentence: shownOnly,
    'integrationSettings.bird': 'there can be no integration of this type',
  },
  catalogue: {
    attribute: 'type',
    dataSource: 'tocsin_integration_types',
    aliasPath: (type) => `/api/integrations/terraform/default/${encodeURIComponent(type)}.tf`,
  },
  attributes: {
    isMuted: {
      description:
        'Payloads still open incidents but nobody is told. For a limited time use `tocsin_integration_maintenance_window`.',
    },
    isInMaintenance: {
      description:
        'Payloads are stored but open no incident. For a limited time use `tocsin_integration_maintenance_window`.',
    },
    ...settingsAttributes,
  },
  rules: [
    eachAt('', ({ type }) => {
      const refusal = typeof type === 'string' ? refusals.get(type.toLowerCase()) : undefined;
      return refusal === undefined
        ? []
        : [errorAt(['type'], 'Type that is not supported', refusal)];
    }),
    atMostOneOf('integration_settings', settings),
    eachAt('', (config) => {
      const given = config.integration_settings;
      if (typeof config.type !== 'string' || !isObject(given)) return [];
      const own = settingsOfType.get(config.type.toLowerCase());
      return settings
        .filter((name) => name !== own && (given[name] ?? null) !== null && !isUnknown(given[name]))
        .map((name) =>
          errorAt(
            ['integration_settings', name],
            'Settings of another type',
            `An integration of type ${config.type} has ${own === undefined ? 'no settings' : `settings ${own}`}, not ${name}.`,
          ),
        );
    }),
  ],
  dataSources: [
    {
      type: 'tocsin_integration',
      description: 'One inbound integration, by its id or by its exact display name.',
      operation: 'searchInboundIntegration',
      byId: 'getInboundIntegration',
      ignore: settingsIgnored(''),
    },
    {
      type: 'tocsin_integrations',
      description:
        'All inbound integrations, or those of a team, of a type or with a text in their display name.',
      operation: 'listInboundIntegrations',
      items: 'inboundIntegrations',
      itemsAttribute: 'integrations',
      ignore: settingsIgnored('inboundIntegrations[].'),
    },
  ],
});
