/**
 * The null provider for the library that has no prebuilt package of it: as much of the generated
 * classes as a check needs, under the names of that package.
 */
import type { TerraformMetaArguments } from 'cdktn';
import { TerraformProvider, TerraformResource } from 'cdktn';
import type { Construct } from 'constructs';

const terraformGeneratorMetadata = {
  providerName: 'null',
  providerVersion: '3.2.4',
  providerVersionConstraint: '~> 3.0',
};

class NullProvider extends TerraformProvider {
  constructor(scope: Construct, id: string) {
    super(scope, id, {
      terraformResourceType: 'null',
      terraformGeneratorMetadata,
      terraformProviderSource: 'null',
    });
  }

  protected override synthesizeAttributes(): { [name: string]: unknown } {
    return {};
  }
}

interface ResourceConfig extends TerraformMetaArguments {
  readonly triggers?: { [key: string]: string };
}

class Resource extends TerraformResource {
  readonly #triggers: { [key: string]: string } | undefined;

  constructor(scope: Construct, id: string, { triggers, ...config }: ResourceConfig) {
    super(scope, id, {
      ...config,
      terraformResourceType: 'null_resource',
      terraformGeneratorMetadata,
    });
    this.#triggers = triggers;
  }

  protected override synthesizeAttributes(): { [name: string]: unknown } {
    return this.#triggers === undefined ? {} : { triggers: this.#triggers };
  }
}

export const provider = { NullProvider };
export const resource = { Resource };
