import { DataResource, Fn } from 'cdktn';
import { Construct } from 'constructs';
import type { Integration } from './integration.ts';
import { checkScript } from './mapping-check-script.ts';
import type { Severity } from './words.ts';

/** The expected result for the sample. Members that are left out are not compared. */
export interface ExpectedEvaluation {
  readonly outcome?: 'Open' | 'Resolved' | 'Discarded' | 'Failed';
  readonly severity?: Severity;
  readonly title?: string;
  /** Values by name of the attribute; others may be there too. */
  readonly attributes?: Readonly<Record<string, string>>;
}

export interface MappingCheckProps {
  readonly integration: Integration;
  /** A request as the monitoring tool sends it: an object is sent as JSON, text as it is. */
  readonly sample: object | string;
  /** Default: application/json for an object, text/plain for text. */
  readonly contentType?: string;
  readonly expect: ExpectedEvaluation;
}

/**
 * Runs a sample through the mapping of an integration when the stack is applied, and again whenever
 * sample, expectation or mapping change. A different result fails the apply. Nothing is stored and
 * no incident is opened.
 *
 * It is a `terraform_data`, which Terraform has built in: no other provider is needed. It runs `node` on the machine
 * that runs Terraform, with the environment variables TOCSIN_ENDPOINT and TOCSIN_API_KEY, so that no key is written
 * into the stack or the state.
 */
export class MappingCheck extends Construct {
  readonly resource: DataResource;

  constructor(scope: Construct, id: string, props: MappingCheckProps) {
    super(scope, id);
    const { integration, sample, expect } = props;
    const isText = typeof sample === 'string';
    const request = {
      contentType: props.contentType ?? (isText ? 'text/plain' : 'application/json'),
      body: isText ? sample : JSON.stringify(sample),
    };
    const mapping = integration.mapping;
    const environment = {
      TOCSIN_CHECK_SCRIPT: literal(checkScript),
      TOCSIN_CHECK_NAME: this.node.path,
      TOCSIN_CHECK_INTEGRATION: integration.id,
      TOCSIN_CHECK_REQUEST: literal(JSON.stringify(request)),
      TOCSIN_CHECK_EXPECT: literal(JSON.stringify(expect)),
    };
    this.resource = new DataResource(this, 'Resource', {
      triggersReplace: {
        integration: integration.id,
        request: environment.TOCSIN_CHECK_REQUEST,
        expect: environment.TOCSIN_CHECK_EXPECT,
        ...(mapping === undefined
          ? {}
          : {
              mapping: Fn.sha256(
                Fn.jsonencode(mapping.interpolationForAttribute('attributes_mapping')),
              ),
            }),
      },
      ...(mapping === undefined ? {} : { dependsOn: [mapping] }),
      provisioners: [
        {
          type: 'local-exec',
          interpreter: ['node', '-e'],
          command: runScript,
          environment,
        },
      ],
    });
  }
}

/** Terraform prints the command when it fails: the script itself would bury its message. */
const runScript = 'eval(process.env.TOCSIN_CHECK_SCRIPT)';

/** Text that Terraform must not read as a template, but for the values of other constructs in it. */
function literal(text: string): string {
  return text.replaceAll(/[$%](?=\{(?!TfToken\[))/g, (sign) => sign + sign);
}
