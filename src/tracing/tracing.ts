import { createOutboundClient } from '../egress/index.ts';
import { addressList, type Log } from '../kernel/index.ts';
import { createJourney, type Journey } from './journey.ts';
import { createSpanExporter } from './span-exporter.ts';

interface Tracing {
  journey: Journey;
  /** Sends what is left; takes 5 s at most. */
  stop(): Promise<void>;
}

export interface TracingSettings {
  /** Base address of the collector, without a slash at its end; undefined: nobody wants spans. */
  otlpEndpoint: string | undefined;
  otlpHeaders: Readonly<Record<string, string>> | undefined;
}

/** Undefined where no collector is named: then no span is made at all. `version`: that of this program. */
export function createTracing(
  { otlpEndpoint, otlpHeaders: headers = {} }: TracingSettings,
  log: Log,
  version: string,
): Tracing | undefined {
  if (otlpEndpoint === undefined) return undefined;
  const exporter = createSpanExporter({
    url: `${otlpEndpoint}/v1/traces`,
    headers,
    // The operator gave the address: it may be any of the operator's machines.
    outbound: createOutboundClient({ allowedPrivateTargets: addressList('0.0.0.0/0,::/0') }),
    log,
    version,
  });
  return { journey: createJourney(exporter), stop: exporter.stop };
}
