import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { filterOfTools, searchTools } from '../../console/parts/tool-search.ts';
import { loadCatalogue } from '../../src/catalogue/index.ts';

const { types } = await loadCatalogue(fileURLToPath(new URL('../../templates', import.meta.url)));
const tools = types.toSorted((a, b) => a.displayName.localeCompare(b.displayName));
/** As German pages name and order them. */
const german = types
  .map((type) => ({ ...type, displayName: type.germanName ?? type.displayName }))
  .toSorted((a, b) => a.displayName.localeCompare(b.displayName));
const first = (words: string) => searchTools(tools, words)[0]?.displayName;

describe('the search of tools', () => {
  it.each([
    ['alertm', 'Prometheus Alertmanager'],
    ['alertmanager', 'Prometheus Alertmanager'],
    ['prom', 'Prometheus Alertmanager'],
    ['prometheus-alert', 'Prometheus Alertmanager'],
    ['alertmanager api', 'Alertmanager API v2'],
    ['vmalert', 'Alertmanager API v2'],
    ['graf', 'Grafana'],
    ['pager', 'PagerDuty (webhooks v3)'],
    ['pagerduty events', 'PagerDuty Events API v2'],
    ['opsg', 'Opsgenie (outgoing webhook)'],
    ['cloudwatch', 'Amazon CloudWatch'],
    ['kibana', 'Elastic (Kibana rules)'],
    ['splunk', 'Splunk Enterprise'],
    ['victorops', 'Splunk On-Call REST endpoint'],
    ['web', 'Webhook'],
    ['nagiosxi', 'Nagios'],
    ['nagios', 'Nagios'],
    ['zabbix', 'Zabbix'],
    ['opsgenie', 'Opsgenie (outgoing webhook)'],
    ['uptime', 'Uptime Kuma'],
    ['hook', 'Webhook'],
    ['webhook', 'Webhook'],
    ['curl', 'Webhook'],
    ['e-mail', 'Email'],
    ['mail', 'Email'],
    ['website', 'HTTP monitoring'],
    ['webs', 'HTTP monitoring'],
    ['ping', 'Ping monitor'],
    ['cron', 'Cron job monitor'],
    ['hotline', 'Twilio phone number'],
    ['phone', 'Twilio phone number'],
    ['aws', 'Amazon CloudWatch'],
    ['kubernetes', 'Prometheus Alertmanager'],
    ['gcp', 'Google Cloud Monitoring'],
  ])('shows first what a newcomer means by “%s”: %s', (words, name) => {
    expect(first(words)).toBe(name);
  });

  it.each([
    ['Webhook', 'Webhook'],
    ['Skript', 'Webhook'],
    ['E-Mail', 'Email'],
    ['Webseite', 'HttpMonitoring'],
    ['Lebenszeichen', 'HeartbeatMonitor'],
    ['Rufnummer', 'Twilio'],
    ['Telefon', 'Twilio'],
    ['Anruf', 'Twilio'],
    ['phone', 'Twilio'],
    ['website', 'HttpMonitoring'],
  ])('shows first what a German newcomer means by “%s”: %s', (words, id) => {
    expect(searchTools(german, words)[0]?.id).toBe(id);
  });

  it('finds each tool by its own name, before all others', () => {
    for (const { displayName } of tools) expect(first(displayName)).toBe(displayName);
  });

  it('finds each tool by each of its other names', () => {
    for (const tool of tools)
      for (const name of [tool.id, ...tool.aliases, ...tool.searchWords])
        expect(searchTools(tools, name)).toContain(tool);
  });

  it('shows all in their order before anything is typed, and none for what nobody is called', () => {
    expect(searchTools(tools, ' ')).toEqual(tools);
    expect(searchTools(tools, 'zzzz')).toEqual([]);
  });

  it('is the same in fields where one is chosen', () => {
    const options = tools.map(({ id, displayName }) => ({ value: id, label: displayName }));
    const filter = filterOfTools(tools);
    expect(filter({ options, search: 'alertm', limit: 2 }).map(({ value }) => value)).toEqual(
      searchTools(tools, 'alertm')
        .slice(0, 2)
        .map(({ id }) => id),
    );
  });
});
