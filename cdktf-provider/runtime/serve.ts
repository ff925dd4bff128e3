/**
 * The process side of a plugin, as HashiCorp's go-plugin wants it: a magic cookie in the
 * environment, a gRPC server on a private socket with mutual TLS, one line on standard output, and
 * an end when the controller says so.
 */
import { chmod, chown, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServiceDefinition, UntypedServiceImplementation } from '@grpc/grpc-js';
import { Server, ServerCredentials, status } from '@grpc/grpc-js';
import { createPluginCertificate } from './certificate.ts';
import { createLog } from './log.ts';
import {
  ConnInfo,
  Empty,
  HealthCheckRequest,
  HealthCheckResponse,
  providerMethods,
  StdioData,
} from './messages.ts';
import type { Message } from './protobuf.ts';
import type { ProviderDefinition } from './provider.ts';
import type { ProviderService } from './service.ts';
import { createService } from './service.ts';

const cookie = {
  name: 'TF_PLUGIN_MAGIC_COOKIE',
  value: 'd602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2',
} as const;
const coreProtocol = 1;
const terraformProtocol = 6;
const graceMilliseconds = 250;

export interface PluginServer {
  /** The line go-plugin reads from standard output. */
  readonly handshake: string;
  /** How Terraform finds a provider that is already running: the value of TF_REATTACH_PROVIDERS. */
  readonly reattach: string;
  stop(): Promise<void>;
}

export interface PluginOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly writeLog: (line: string) => void;
  /** Terraform has asked the process to end. */
  onShutdown(): void;
}

/** True when Terraform started this process; anyone else should be told what the program is. */
export function isStartedByTerraform(env: NodeJS.ProcessEnv): boolean {
  return env[cookie.name] === cookie.value;
}

/** Throws when Terraform cannot speak protocol 6 or no socket can be opened. */
export async function startPlugin<Api>(
  provider: ProviderDefinition<Api>,
  { env, writeLog, onShutdown }: PluginOptions,
): Promise<PluginServer> {
  assertProtocolOffered(env);
  const log = createLog(writeLog, env);
  const server = new Server({
    // Schemas and states of large configurations pass the default of 4 MB.
    'grpc.max_receive_message_length': -1,
    'grpc.max_send_message_length': -1,
  });
  server.addService(...providerService(createService(provider, { log, env })));
  const idle = new Set<IdleStream>();
  for (const side of sideServices(idle, onShutdown)) server.addService(...side);

  const clientCertificate = env.PLUGIN_CLIENT_CERT;
  const certificate = clientCertificate === undefined ? undefined : createPluginCertificate();
  const credentials =
    certificate === undefined || clientCertificate === undefined
      ? ServerCredentials.createInsecure()
      : ServerCredentials.createSsl(
          Buffer.from(clientCertificate),
          [
            {
              private_key: Buffer.from(certificate.keyPem),
              cert_chain: Buffer.from(certificate.certificatePem),
            },
          ],
          true,
        );

  const place = process.platform === 'win32' ? await tcpPlace(env) : await socketPlace(env);
  await bind(server, place.target, credentials);
  if (place.network === 'unix') await shareWithGroup(place.address, env);

  const fields = [coreProtocol, terraformProtocol, place.network, place.address, 'grpc'];
  // A host that multiplexes brokers expects a seventh field; the sixth must then be there too.
  const multiplexed = env.PLUGIN_MULTIPLEX_GRPC !== undefined;
  const tail = [certificate?.handshakeField ?? '', 'false'];
  return {
    handshake: [...fields, ...(multiplexed ? tail : tail.slice(0, certificate ? 1 : 0))].join('|'),
    reattach: reattachValue(provider.address, place),
    stop: async () => {
      for (const stream of idle) stream.end();
      await shutDown(server);
      await place.release();
    },
  };
}

function assertProtocolOffered(env: NodeJS.ProcessEnv): void {
  const offered = env.PLUGIN_PROTOCOL_VERSIONS;
  if (offered === undefined || offered.split(',').includes(String(terraformProtocol))) return;
  throw new Error(
    `This provider speaks Terraform plugin protocol ${terraformProtocol}, Terraform offers ${offered}. Use Terraform 1.0 or later.`,
  );
}

type Registration = [ServiceDefinition, UntypedServiceImplementation];

function providerService(service: ProviderService): Registration {
  const definition: Record<string, ServiceDefinition[string]> = {};
  const implementation: UntypedServiceImplementation = {};
  for (const [name, [request, response]] of Object.entries(providerMethods)) {
    definition[name] = method(`/tfplugin6.Provider/${name}`, request, response);
    const handler = service[name as keyof ProviderService] as (request: unknown) => unknown;
    implementation[name] = unary(handler);
  }
  return [definition, implementation];
}

interface IdleStream {
  on(event: 'data' | 'end' | 'cancelled', listener: () => void): unknown;
  end(): void;
}

/** go-plugin's own services. Without Shutdown each stop costs two seconds and ends in a kill. */
function sideServices(idle: Set<IdleStream>, onShutdown: () => void): Registration[] {
  const keepOpen = (stream: IdleStream) => {
    idle.add(stream);
    stream.on('data', () => {});
    stream.on('end', () => stream.end());
    stream.on('cancelled', () => idle.delete(stream));
  };
  return [
    [
      { Shutdown: method('/plugin.GRPCController/Shutdown', Empty, Empty) },
      {
        Shutdown: unary(() => {
          setImmediate(onShutdown);
          return {};
        }),
      },
    ],
    [
      { StreamStdio: method('/plugin.GRPCStdio/StreamStdio', Empty, StdioData, 'server') },
      { StreamStdio: keepOpen },
    ],
    [
      { StartStream: method('/plugin.GRPCBroker/StartStream', ConnInfo, ConnInfo, 'both') },
      { StartStream: keepOpen },
    ],
    [
      { Check: method('/grpc.health.v1.Health/Check', HealthCheckRequest, HealthCheckResponse) },
      { Check: unary(() => ({ status: 1 })) },
    ],
  ];
}

function method(
  path: string,
  request: Message<unknown, never>,
  response: Message<unknown, never>,
  streams: 'none' | 'server' | 'both' = 'none',
): ServiceDefinition[string] {
  const encodeWith = (kind: Message<unknown, never>) => (value: unknown) =>
    kind.encode(value as never);
  return {
    path,
    requestStream: streams === 'both',
    responseStream: streams !== 'none',
    requestSerialize: encodeWith(request),
    requestDeserialize: request.decode,
    responseSerialize: encodeWith(response),
    responseDeserialize: response.decode,
  };
}

type UnaryCallback = (error: { code: number; details: string } | null, value?: unknown) => void;

function unary(handler: (request: unknown) => unknown) {
  return async (call: { readonly request: unknown }, callback: UnaryCallback) => {
    try {
      callback(null, await handler(call.request));
    } catch (error) {
      const details = error instanceof Error ? (error.stack ?? error.message) : String(error);
      callback({ code: status.INTERNAL, details });
    }
  };
}

interface Place {
  readonly network: 'unix' | 'tcp';
  readonly address: string;
  /** The same place in the words of the gRPC library. */
  readonly target: string;
  release(): Promise<void>;
}

async function socketPlace(env: NodeJS.ProcessEnv): Promise<Place> {
  const directory = await mkdtemp(join(env.PLUGIN_UNIX_SOCKET_DIR || tmpdir(), 'tocsin-'));
  const address = join(directory, 'plugin.sock');
  return {
    network: 'unix',
    address,
    target: `unix:${address}`,
    release: () => rm(directory, { recursive: true, force: true }),
  };
}

async function shareWithGroup(socket: string, env: NodeJS.ProcessEnv): Promise<void> {
  const group = env.PLUGIN_UNIX_SOCKET_GROUP;
  if (!group) return;
  const directory = join(socket, '..');
  const id = /^\d+$/.test(group) ? Number(group) : await groupId(group);
  await chown(directory, -1, id);
  await chmod(directory, 0o770);
  await chown(socket, -1, id);
  await chmod(socket, 0o660);
}

async function groupId(name: string): Promise<number> {
  const lines = (await readFile('/etc/group', 'utf8')).split('\n').map((line) => line.split(':'));
  const id = lines.find(([entry]) => entry === name)?.[2];
  if (id === undefined) {
    throw new Error(`PLUGIN_UNIX_SOCKET_GROUP names the group "${name}", which does not exist.`);
  }
  return Number(id);
}

async function tcpPlace(env: NodeJS.ProcessEnv): Promise<Place> {
  const port = await freePort(
    Number(env.PLUGIN_MIN_PORT ?? 10_000),
    Number(env.PLUGIN_MAX_PORT ?? 25_000),
  );
  const address = `127.0.0.1:${port}`;
  return { network: 'tcp', address, target: address, release: async () => {} };
}

async function freePort(from: number, to: number): Promise<number> {
  for (let port = from; port <= to; port += 1) {
    if (await isFree(port)) return port;
  }
  throw new Error(`No free TCP port between ${from} and ${to}.`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

function bind(server: Server, target: string, credentials: ServerCredentials): Promise<void> {
  return new Promise((resolve, reject) => {
    server.bindAsync(target, credentials, (error) => (error === null ? resolve() : reject(error)));
  });
}

/** Lets answers under way reach the host; a host that holds its connection open is cut off. */
function shutDown(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => {
      server.forceShutdown();
      resolve();
    }, graceMilliseconds);
    server.tryShutdown(() => {
      clearTimeout(cut);
      resolve();
    });
  });
}

function reattachValue(address: string, place: Place): string {
  return JSON.stringify({
    [address]: {
      Protocol: 'grpc',
      ProtocolVersion: terraformProtocol,
      Pid: process.pid,
      Test: true,
      Addr: { Network: place.network, String: place.address },
    },
  });
}
