/**
 * The same small company with constructs, for CDK Terrain. For CDK for Terraform, the older library, change
 * both imports: `'cdktf'` instead of `'cdktn'`, and `'tocsin-cdk-provider/cdktf'` instead of `'tocsin-cdk-provider'`.
 *
 * It makes people with the same addresses as the HCL example: destroy that one first.
 *
 *   export TOCSIN_ENDPOINT=http://127.0.0.1:8080 TOCSIN_API_KEY=...
 *   npx tsx main.ts && cd cdktf.out/stacks/on-call && terraform init && terraform apply
 */
import { App, TerraformOutput, TerraformStack } from 'cdktn';
import {
  bindings,
  Integration,
  MappingCheck,
  OnCallSchedule,
  Team,
  TocsinProvider,
} from 'tocsin-cdk-provider';

const app = new App({ outdir: process.env.CDK_OUTDIR ?? 'cdktf.out' });
const stack = new TerraformStack(app, 'on-call');

// Endpoint and key come from the environment, so that neither is in the stack.
new TocsinProvider(stack, 'tocsin', {});

const user = (name: string) =>
  new bindings.User(stack, name, {
    displayName: name,
    email: `${name}@example.com`,
    timeZoneId: 'Europe/Berlin',
  });

const platform = new Team(stack, 'platform', {
  displayName: 'Platform',
  timeZoneId: 'Europe/Berlin',
  labels: ['infrastructure'],
  members: {
    alice: { userId: user('alice').id, role: 'Administrator' },
    bela: { userId: user('bela').id },
  },
});

new OnCallSchedule(stack, 'platform-on-call', {
  team: platform,
  tiers: [
    {
      displayName: 'Week by week',
      members: ['alice', 'bela'],
      rotation: { every: 'week', on: 'mon', at: '09:00' },
      escalateAfterMinutes: 10,
    },
    { members: ['alice', 'bela'], severities: ['Critical'] },
  ],
  repeat: { times: 3, afterMinutes: 30 },
});

const builds = new Integration(stack, 'builds', {
  team: platform,
  displayName: 'Builds',
  type: 'Webhook',
  labels: ['ci'],
  mapping: [
    {
      name: 'Status',
      steps: [
        { jsonPath: '$.jsonBody.result' },
        { map: { passed: 'Resolved' }, otherwise: 'Open' },
      ],
    },
    { name: 'Severity', steps: [{ static: 'Warning' }] },
    { name: 'Title', steps: [{ jsonPath: '$.jsonBody.job' }] },
    { name: 'Job', grouped: true, steps: [{ jsonPath: '$.jsonBody.job' }] },
    {
      name: 'Build',
      steps: [{ jsonPath: '$.jsonBody.url' }, { regex: '(\\d+)$', replace: '#$1' }],
    },
  ],
});

// Applied only if a failed build really opens a warning.
new MappingCheck(stack, 'failed-build', {
  integration: builds,
  sample: {
    job: 'release',
    result: 'failed',
    url: 'https://ci.example.com/job/17',
    log: '${WORKSPACE}/build.log',
  },
  expect: {
    outcome: 'Open',
    severity: 'Warning',
    title: process.env.EXPECTED_TITLE ?? 'release',
    attributes: { Build: '#17' },
  },
});

new bindings.Routing(stack, 'platform-routing', {
  displayName: 'Platform',
  teamId: platform.id,
  rules: [
    {
      displayName: 'Failed builds can wait for the morning',
      conditions: {
        statuses: ['Open'],
        integrations: [builds.id],
        schedule: { after: '20:00', before: '08:00' },
      },
      actions: { addInteraction: 'Snoozed', snoozeUntilAbsolute: '08:00', ruleFlowControl: 'Skip' },
    },
  ],
});

new TerraformOutput(stack, 'builds-webhook', { value: builds.webhookUrl });

app.synth();
