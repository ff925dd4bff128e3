import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { HclMistake, lineWithin, scanHcl } from '../../cdktf-provider/export/hcl-source.ts';
import { placesIn } from '../../cdktf-provider/plan/places.ts';

const text = `# a comment { with "signs
variable "a" { default = "}" }
resource "tocsin_team" "core" {
  display_name = "Core \${var.a == "x" ? "{" : "}"} $\${no" // said
  labels = [
    "one", # }
    "two",
  ]
  description = <<-EOT
    } and \${join("}", ["a"])} and "
    EOT_NOT
    EOT
  /* } */ nested { inner = { a = 1, b = (1 + 2) } }
}
module "shop" {
  source = "./shop"
}
`;

it('blocks and attributes have the lines on which they begin', () => {
  const { blocks, attributes } = scanHcl(text);
  expect(attributes).toEqual([]);
  expect(blocks.map(({ type, labels, line }) => [type, ...labels, line])).toEqual([
    ['variable', 'a', 2],
    ['resource', 'tocsin_team', 'core', 3],
    ['module', 'shop', 15],
  ]);
  const [, team] = blocks;
  const values = team?.attributes.map(({ name, line, start, end }) => [
    name,
    line,
    text.slice(start, end).length,
  ]);
  expect(values?.map(([name, line]) => [name, line])).toEqual([
    ['display_name', 4],
    ['labels', 5],
    ['description', 9],
  ]);
  expect(team?.blocks).toMatchObject([
    { type: 'nested', line: 13, attributes: [{ name: 'inner' }] },
  ]);
  const described = team?.attributes[2];
  expect(text.slice(described?.start, described?.end)).toMatch(/^<<-EOT[\s\S]*EOT$/);
});

it('parts of a value have the line on which the deepest of them is written', () => {
  const value = `tiers = [
  { wait = 1 }, # { first
  {
    wait = 5
    "schedules" = [
      { rotations = var.all }, { note = <<E
} ]
E
        rotations : [{ members = [
          1 ] }] },
    ],
  },
  merge(var.tier, { wait = 1 }),
]
each = [for one in var.all : { wait = one }]
`;
  const { attributes } = scanHcl(value);
  const lineOf = (name: string, ...path: (string | number)[]) => {
    const found = attributes.find((one) => one.name === name);
    return found ? lineWithin(value, found, path) : 0;
  };
  expect(lineOf('tiers')).toBe(1);
  expect(lineOf('tiers', 0, 'wait')).toBe(2);
  expect(lineOf('tiers', 1)).toBe(3);
  expect(lineOf('tiers', 1, 'wait')).toBe(4);
  expect(lineOf('tiers', 1, 'schedules', 0, 'rotations', 0)).toBe(6);
  expect(lineOf('tiers', 1, 'schedules', 1, 'rotations', 0, 'members', 0)).toBe(10);
  expect(lineOf('tiers', 1, 'schedules', 1, 'none', 0)).toBe(6);
  expect(lineOf('tiers', 2, 'wait')).toBe(13);
  expect(lineOf('tiers', 3)).toBe(1);
  expect(lineOf('each', 0, 'wait')).toBe(15);
});

it.each([
  ['a {', 'line 1: a is not closed'],
  ['a = "b', 'line 1: a text is not closed'],
  ['a = <<E\nb', 'line 1: E is not closed'],
  ['\n/* a', 'line 2: a comment is not closed'],
  ['a = [1, (2]', 'a bracket is too much'],
  ['"a" = 1', 'a name is expected'],
])('what is not in the language says where: %j', (wrong, why) => {
  expect(() => scanHcl(wrong)).toThrow(HclMistake);
  expect(() => scanHcl(wrong)).toThrow(why);
});

/** What stands at the beginning of a line, as `terraform fmt` writes it: that the files of this repository are so. */
function openings(source: string): string[] {
  return source.split('\n').flatMap((line, at) => {
    const [, type, labels] = /^(\w+)((?: "[^"]*")*) \{/.exec(line) ?? [];
    return type === undefined ? [] : `${at + 1} ${type}${labels}`;
  });
}

it('finds the same blocks in every file of the repository as lines of formatted files show', async () => {
  const files = execFileSync('git', ['ls-files', '*.tf'], { encoding: 'utf8' }).trim().split('\n');
  expect(files.length).toBeGreaterThan(100);
  for (const file of files) {
    const source = await readFile(file, 'utf8');
    const blocks = scanHcl(source).blocks.map(
      ({ type, labels, line }) => `${line} ${type}${labels.map((one) => ` "${one}"`).join('')}`,
    );
    expect([file, ...blocks]).toEqual([file, ...openings(source)]);
  }
});

it('resources are found in modules, installed ones and what programs write', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'places-'));
  const write = (name: string, content: string) => writeFile(join(folder, name), content);
  await mkdir(join(folder, 'shop/inner'), { recursive: true });
  await mkdir(join(folder, '.terraform/modules/far'), { recursive: true });
  await write('main.tf', `${text}module "far" {\n  source = "example/far"\n}\n`);
  await write('broken.tf', 'resource {');
  await write('shop/a.tf', 'module "inner" {\n  source = "./inner"\n}\n');
  await write('shop/inner/b.tf', '\n\nresource "tocsin_user" "ada" {}\n');
  await write('.terraform/modules/far/c.tf', 'resource "tocsin_user" "bo" {}\n');
  const modules = [
    { Key: '', Source: '', Dir: '.' },
    { Key: 'far', Source: 'example/far', Dir: '.terraform/modules/far' },
  ];
  await write('.terraform/modules/modules.json', JSON.stringify({ Modules: modules }));
  const program = { resource: { tocsin_team: { stack_ops: { display_name: 'Ops' } } } };
  await write('cdk.tf.json', JSON.stringify(program, null, 2));
  const addresses = [
    'tocsin_team.core',
    'module.shop["a"].module.inner.tocsin_user.ada[0]',
    'module.far.tocsin_user.bo',
    'tocsin_team.stack_ops',
    'tocsin_team.none',
    'module.none.tocsin_team.core',
  ];
  const { placeOf, mistakes } = await placesIn(folder, addresses);
  expect(addresses.map((address) => placeOf(address))).toEqual([
    { file: 'main.tf', line: 3 },
    { file: 'shop/inner/b.tf', line: 3 },
    { file: '.terraform/modules/far/c.tf', line: 1 },
    { file: 'cdk.tf.json', line: 4 },
    null,
    null,
  ]);
  expect(placeOf('tocsin_team.core', ['labels', 1])).toEqual({ file: 'main.tf', line: 7 });
  expect(placeOf('tocsin_team.core', ['nested', 0, 'inner'])).toEqual({
    file: 'main.tf',
    line: 13,
  });
  const ops = 'tocsin_team.stack_ops';
  expect(placeOf(ops, ['display_name'])).toEqual({ file: 'cdk.tf.json', line: 5 });
  expect(placeOf(ops, ['labels'])).toEqual({ file: 'cdk.tf.json', line: 4 });
  expect(mistakes).toEqual(['broken.tf, line 1: resource is not closed']);
  await rm(folder, { recursive: true });
});
