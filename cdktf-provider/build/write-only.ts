import type { WireAttribute, WireAttributes } from '../rest/resolved.ts';
import { isSecret } from '../rest/resolved.ts';

/** Beside every secret that a configuration may give, at any depth: the same without being stored. */
export function withWriteOnlyVariants(attributes: WireAttributes): WireAttributes {
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([name, attribute]): [string, WireAttribute][] => {
      const { nested } = attribute;
      if (nested !== undefined) {
        // Terraform knows no write-only attributes in sets.
        if (nested.nesting === 'set') return [[name, attribute]];
        const inside = withWriteOnlyVariants(nested.attributes);
        return [[name, { ...attribute, nested: { ...nested, attributes: inside } }]];
      }
      if (!isSecret(attribute) || !attribute.sent || attribute.writeOnly === true)
        return [[name, attribute]];
      return variantsOf(name, attribute);
    }),
  );
}

function variantsOf(name: string, attribute: WireAttribute): [string, WireAttribute][] {
  const { type = 'string', checks } = attribute;
  const required = attribute.presence === 'required';
  const variant = { name: `${name}_wo`, version: `${name}_wo_version`, required };
  const only = { presence: 'optional', sent: false, local: true } as const;
  return [
    [
      name,
      {
        ...attribute,
        // An object that exists keeps its secret if none is configured; `missingSecrets` demands one for a new object.
        ...(required ? { presence: 'optional-computed' as const } : {}),
        description: `${attribute.description} ${required ? `Exactly one of \`${name}\` and \`${variant.name}\` is required where there was none before; left as it is unless configured.` : `Or \`${variant.name}\`, which is not stored.`}`,
        variant,
      },
    ],
    [
      variant.name,
      {
        ...only,
        description: `\`${name}\` without storing it, from an ephemeral value for example; needs \`${variant.version}\`. Sent with every change of the resource.`,
        type,
        ...(checks === undefined ? {} : { checks }),
        sensitive: true,
        writeOnly: true,
      },
    ],
    [
      variant.version,
      {
        ...only,
        description: `Any number: change it to send \`${variant.name}\` again.`,
        type: 'number',
      },
    ],
  ];
}
