import { createServer } from 'node:http';
import { ObjectId } from 'bson';
import { startApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { incidentModel } from '../../src/incidents/index.ts';
import { integrationKind } from '../../src/integrations/index.ts';
import { createLog, orderedId, randomId, systemContext } from '../../src/kernel/index.ts';
import { createResource } from '../../src/resources/index.ts';
import { openStore } from '../../src/store/index.ts';
import { teamKind } from '../../src/teams/index.ts';

// One server of the intake benchmark in a process of its own: node intake-servers.ts KIND FOLDER [OPEN_INCIDENTS [held|told [SMTP_URL]]]
const [kind = '', folder = '', openIncidents = '0', holds, smtpUrl] = process.argv.slice(2);
/** More payloads than any incident gets, so that all of them are counted. */
const threshold = { payloads: 1000, withinMinutes: 60, below: 'alert' } as const;

if (kind === 'read') {
  serve(async () => undefined);
} else if (kind === 'insert') {
  const store = await openStore({
    mongodbUri: undefined,
    dataDir: folder,
    log: createLog('warn'),
    models: [],
    mayBeEmpty: true,
  });
  const collection = store.connection.collection('floor');
  const queue: { document: object; done(): void }[] = [];
  let running = false;
  const drain = async () => {
    running = true;
    await new Promise(setImmediate);
    while (queue.length > 0) {
      const batch = queue.splice(0, 128);
      await collection.insertMany(
        batch.map(({ document }) => document),
        { ordered: false },
      );
      for (const { done } of batch) done();
    }
    running = false;
  };
  serve(
    (body) =>
      new Promise<void>((done) => {
        queue.push({ document: { _id: new ObjectId(), body }, done });
        if (!running) void drain();
      }),
  );
} else {
  const app = await startApp({
    config: readConfig({
      PORT: '0',
      TOCSIN_DATA_DIR: folder,
      TOCSIN_RATE_LIMITS: 'off',
      TOCSIN_LOG_LEVEL: 'warn',
      ...(smtpUrl ? { TOCSIN_SMTP_URL: smtpUrl } : {}),
    }),
    log: createLog('warn'),
  });
  const { id: organizationId } = app.firstStart.organization;
  const ctx = systemContext(app.world, organizationId);
  const team = await createResource(
    ctx,
    teamKind,
    { displayName: 'Bench', timeZoneId: 'UTC', labels: null },
    { teamId: null },
  );
  const integrations: string[] = [];
  const hooks: string[] = [];
  for (let n = 0; n < 32; n += 1) {
    const id = randomId();
    integrations.push(id);
    const wire = {
      displayName: `Integration ${n}`,
      teamId: team.id,
      type: 'PrometheusAlertmanager',
      labels: null,
      isMuted: false,
      isInMaintenance: false,
      snoozeSettings: null,
      webhookAuthentication: null,
      signatureVerification: null,
      splitAlerts: null,
      integrationSettings: null,
      ...(holds === 'held' && { holdSettings: { threshold, pauseMinutes: null } }),
    };
    const { internal } = await createResource(ctx, integrationKind, wire, { id, teamId: team.id });
    hooks.push(`/api/webhook/${app.world.secrets.open(internal.ingestToken.sealed)}`);
  }
  await storeOpenIncidents(Number(openIncidents), organizationId, team.id, integrations[0] ?? '');
  // What follows from them is done before anything is measured.
  await app.jobs.runAll();
  ready(Number(new URL(app.url).port), hooks, {
    key: app.firstStart.generatedKey,
    teamId: team.id,
  });

  async function storeOpenIncidents(
    count: number,
    organization: string,
    teamId: string,
    integrationId: string,
  ) {
    const collection = incidentModel(app.world.store).collection;
    for (let from = 0; from < count; from += 1000) {
      const documents = Array.from({ length: Math.min(1000, count - from) }, (_, n) => ({
        _id: orderedId(),
        organizationId: organization,
        integrationId,
        teamIds: [teamId],
        title: `Stored before ${from + n}`,
        status: 'Open',
        severity: 'Warning',
        attributes: [
          {
            name: 'instance',
            value: `host-${from + n}`,
            isImage: false,
            hideInPreviews: false,
            isGroupingKey: false,
          },
        ],
        correlationId: `before-${from + n}`,
        openKeys: [`${integrationId}|before-${from + n}`],
        events: [
          {
            id: orderedId(),
            at: new Date(),
            intent: 'Created',
            status: 'Open',
            severity: 'Warning',
          },
        ],
        eventsTotalCount: 1,
        unattended: true,
        isArchived: false,
        isMuted: false,
        urgency: 16,
        listClass: 0,
        sortTitle: `Stored before ${from + n}`,
        version: 1,
        createdAt: new Date(),
        lastUpdatedAt: new Date(),
      }));
      await collection.insertMany(documents as never[], { ordered: false });
    }
  }
}

function serve(handle: (body: Buffer) => Promise<void>): void {
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', async () => {
      await handle(Buffer.concat(chunks));
      res.setHeader('content-type', 'application/json');
      res.setHeader('content-length', 15);
      res.end('{"stored":true}');
    });
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    ready(typeof address === 'object' && address ? address.port : 0, ['/']);
  });
}

// So that a profiler gets to write its file.
process.on('SIGINT', () => process.exit(0));

function ready(port: number, paths: string[], more: object = {}): void {
  process.stdout.write(`${JSON.stringify({ port, paths, ...more })}\n`);
}
