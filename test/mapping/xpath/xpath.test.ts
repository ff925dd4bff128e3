import { beforeAll, describe, expect, it } from 'vitest';
import { budgetFor, loadXPath, xPathMemoryBytes } from '../../../src/mapping/index.ts';
import { compileXPath, MarkupCache } from '../../../src/mapping/xpath/index.ts';
import { attribute, evaluatePayload, programOf, runOn } from '../evaluate-support.ts';

beforeAll(loadXPath);

/** The string of an expression on a text, or `!reason`. */
function on(text: string, expression: string, steps = 1_000_000): string {
  const cache = new MarkupCache();
  try {
    const result = cache.evaluate(compileXPath(expression), text, { steps });
    return typeof result === 'string' ? result : `!${result.reason}`;
  } finally {
    cache.dispose();
  }
}

const alert = `<?xml version="1.0" encoding="ISO-8859-1"?>
<!-- a comment -->
<alert id="7" state=" on ">
  <host>web-1</host>
  <check n="1"><name>disk</name><value>91.5</value></check>
  <check n="2"><name>cpu</name><value>-0</value><note><![CDATA[<raw> & more]]></note></check>
  <empty/>
  <mixed>a<b>b</b>c<!-- no --></mixed>
  <umlaut>Gr\u00fc\u00dfe &#x1F600; &amp; &lt;</umlaut>
</alert>`;

describe('XPath 1.0', () => {
  it.each([
    ['an absolute path', '/alert/host', 'web-1'],
    ['a relative path starts at the document, not at its root element', 'alert/host', 'web-1'],
    ['a search', '//name', 'disk'],
    ['the first node in document order, also of a reverse axis', '//value/preceding::*', 'web-1'],
    ['the first node in document order of a union', '//check[2]/name | //host', 'web-1'],
    ['an attribute', '//check[2]/@n', '2'],
    ['the text of an element with its descendants, untrimmed', '//mixed', 'abc'],
    ['blanks are a value', '/alert/@state', ' on '],
    ['CDATA is text', '//note/text()', '<raw> & more'],
    [
      'characters and predefined entities, whatever encoding is declared',
      '//umlaut',
      'Grüße 😀 & <',
    ],
    ['a comment', '//comment()', ' a comment '],
    ['a predicate', "//check[name='cpu']/@n", '2'],
    ['local-name()', '//*[local-name()="host"]', 'web-1'],
    ['last()', '//check[last()]/name', 'cpu'],
    ['an axis', '//name[.="cpu"]/following-sibling::value', '-0'],
    ['a string', 'concat(//host, ":", //check/@n)', 'web-1:1'],
    ['a number', 'count(//check)', '2'],
    ['a decimal', 'sum(//value)', '91.5'],
    ['minus zero is zero', '-0 * 1', '0'],
    [
      'no exponent for large numbers',
      '1000000 * 1000000 * 1000000 * 1000000',
      '1000000000000000000000000',
    ],
    ['no exponent for small numbers', '1 div 100000000', '0.00000001'],
    ['not a number', 'number("x")', 'NaN'],
    ['infinity', '1 div 0', 'Infinity'],
    ['a boolean', 'count(//check) > 1', 'true'],
    ['a false boolean', 'boolean(//nope)', 'false'],
    ['names that are also operators', '//alert[host and not(nope) or div]/host', 'web-1'],
    ['nothing', '//nope', '!no-match'],
    ['an empty element is empty text', '//empty', ''],
    ['string() of nothing is empty text', 'string(//nope)', ''],
  ])('%s: %s', (_, expression, expected) => {
    expect(on(alert, expression)).toBe(expected);
  });

  it('a byte order mark is no content', () => {
    expect(on('\ufeff<a>1</a>', '/a')).toBe('1');
  });

  it('a lone surrogate becomes a replacement character instead of an error', () => {
    expect(on('<a>x\ud800y</a>', '/a')).toBe('x\ufffdy');
  });

  it.each([
    ['text', 'disk full'],
    ['broken XML', '<alert><id>1</alert>'],
    ['nothing', ''],
    ['an unclosed tag', '<alert'],
    ['two roots', '<alert/><alert/>'],
    ['an undeclared entity', '<alert>&nope;</alert>'],
  ])('%s fails to parse', (_, text) => {
    expect(on(text, '//id')).toBe('!parse');
  });
});

describe('namespaces', () => {
  const soap = `<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body>
    <alert xmlns="urn:a" xmlns:x="urn:x&amp;y" id="5"><host x:os="linux">web-1</host><x:host>other</x:host></alert>
  </s:Body></s:Envelope>`;

  it.each([
    ['a prefix of the document', '//s:Body/*/@id', '5'],
    ['a prefix declared on an inner element, with an escaped address', '//x:host', 'other'],
    ['an attribute with a prefix', '//@x:os', 'linux'],
    ['the xml prefix', 'count(//@xml:lang)', '0'],
    [
      'an unprefixed name matches by local name when there is none without namespace',
      '//alert/host',
      'web-1',
    ],
    ['also from the root', '/Envelope/Body/alert/@id', '5'],
    ['also with positions', '//alert/host[1]', 'web-1'],
    ['also inside string()', 'string(//alert/host)', 'web-1'],
    ['also inside count()', 'count(//host)', '2'],
    ['also inside a comparison', '//alert/@id = 5 and //host = "web-1"', 'true'],
    ['also on explicit axes', '/descendant::alert/child::host', 'web-1'],
    ['local-name() recipes keep working', '//*[local-name()="alert"]/@id', '5'],
    ['a prefix the document does not declare', '//nope:host', '!no-match'],
    ['a name that is nowhere', '//nope', '!no-match'],
  ])('%s: %s', (_, expression, expected) => {
    expect(on(soap, expression)).toBe(expected);
  });

  it('what the strict reading finds never changes', () => {
    const mixed = '<r><v>plain</v><n:v xmlns:n="urn:n">other</n:v></r>';
    expect(on(mixed, '//v[last()]')).toBe('plain');
    expect(on(mixed, 'count(//v)')).toBe('1');
    expect(on(mixed, '//v = "other"')).toBe('false');
  });

  it('the first declaration of a prefix wins', () => {
    expect(
      on(
        '<r><a xmlns:p="urn:1"><p:v>1</p:v></a><b xmlns:p="urn:2"><p:v>2</p:v></b></r>',
        'count(//p:v)',
      ),
    ).toBe('1');
  });
});

describe('HTML', () => {
  const page = `<!DOCTYPE html><html><head><title>Alert &amp; more</title><meta charset=utf-8></head>
    <body bgcolor=red><P>Host: <b>web-1<br>down</p>
    <table><tr><td class="v">91</td><td>ok<tr><td>next</table>
    <o:p>office</o:p><script>if (a < b) x()</script></body></html>`;

  it.each([
    ['a title with an entity', '/html/head/title', 'Alert & more'],
    ['unclosed and nested tags', '//p/b', 'web-1down'],
    ['tables as written, without an inserted tbody', '//table/tr/td[@class="v"]', '91'],
    ['implied ends of cells and rows', '//tr[2]/td', 'next'],
    ['attributes without quotes', '//body/@bgcolor', 'red'],
    ['names without their prefix', '//body/p[2]', 'office'],
    ['scripts are text', '//script', 'if (a < b) x()'],
  ])('%s: %s', (_, expression, expected) => {
    expect(on(page, expression)).toBe(expected);
  });

  it('a fragment with several roots', () => {
    expect(on('Hello <b>World</b><br>more <i>text</i>', '//i')).toBe('text');
    expect(on('<p>one<p>two', '//p[2]')).toBe('two');
    expect(on('<div id=x>one</div>', '/div/@id')).toBe('x');
  });

  it('well-formed XHTML is XML, its default namespace forgiven, its external document type not read', () => {
    const xhtml =
      '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd"><html xmlns="http://www.w3.org/1999/xhtml"><body><p>a&nbsp;b</p></body></html>';
    expect(on(xhtml, '//p')).toBe('a\u00a0b');
    expect(on(xhtml.replace('&nbsp;', '-'), '//p')).toBe('a-b');
  });

  it('that happens to be well-formed XML is read as HTML when XML finds nothing', () => {
    const table = '<TABLE><TR><TD>1</TD></TR></TABLE>';
    expect(on(table, '//td')).toBe('1');
    expect(on(table, 'count(//td)')).toBe('1');
    expect(on(table, 'string(//td)')).toBe('1');
    // What XML finds stays: names in upper case are the names as written.
    expect(on(table, '//TD')).toBe('1');
    expect(on(table, '//th')).toBe('!no-match');
    expect(on('<alert><ID>1</ID></alert>', '//id')).toBe('!no-match');
  });

  it.each([
    [
      'names and attributes XML cannot have',
      '<div 1x=1 "a"=2 on:x=3 x=4 xmlns:o="u"><a$b>t</a$b></div>',
      '/div/@x',
      '3',
    ],
    ['control characters', '<p>a\u0001b\uffffc</p><p>', '//p', 'abc'],
  ])('%s do no harm', (_, text, expression, expected) => {
    expect(on(text, expression)).toBe(expected);
  });

  it('is capped in size and depth', () => {
    expect(on(`<p>${'x'.repeat(600_000)}<p>`, '//p')).toBe('!too-large');
    expect(on(`<div>${'<span>'.repeat(600)}<p`, '//p')).toBe('!too-large');
  });
});

describe('attacks', () => {
  const laughs = `<!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]><lolz>&b;</lolz>`;

  it('a document type with declarations is refused: no entity is ever expanded', () => {
    expect(on(laughs, '//lolz')).toBe('!parse');
    expect(on(laughs.replace('<!DOCTYPE', '<!-- <!DOCTYPE x> --><?p?>\n<!DOCTYPE'), '//lolz')).toBe(
      '!parse',
    );
    expect(on('<!DOCTYPE r SYSTEM "]>" [<!ENTITY a "b">]><r>&a;</r>', '//r')).toBe('!parse');
  });

  it('an external entity or document type is never read', () => {
    expect(on('<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><r>&x;</r>', '//r')).toBe(
      '!parse',
    );
    expect(on('<!DOCTYPE r SYSTEM "file:///etc/passwd"><r>v</r>', '//r')).toBe('v');
  });

  it('document() and other functions beyond XPath 1.0 do not exist', () => {
    expect(on('<r/>', 'document("file:///etc/passwd")')).toBe('!type');
    expect(on('<r/>', 'system-property("xsl:vendor")')).toBe('!type');
  });

  it('a document type in HTML declares nothing', () => {
    expect(on('<!DOCTYPE html [<!ENTITY a "ha">]><html><p>&a;</html>', '//p')).not.toContain('ha');
  });

  const nested = (depth: number) => `${'<n>'.repeat(depth)}x${'</n>'.repeat(depth)}`;
  const attributes = (count: number) =>
    `<n ${Array.from({ length: count }, (_, index) => `a${index}="1"`).join(' ')}/>`;
  it.each([
    ['512 elements deep', nested(512), 'x'],
    ['513 elements deep', nested(513), '!too-large'],
    ['100,000 elements deep', nested(100_000), '!too-large'],
    ['1,000 attributes', attributes(1_000), ''],
    ['1,001 attributes', attributes(1_001), '!too-large'],
    ['300,001 elements', `<n>${'<m/>'.repeat(300_000)}</n>`, '!too-large'],
    ['more than 3 MB', `<n>${'x'.repeat(3 * 1_024 * 1_024)}</n>`, '!too-large'],
  ])('%s', (_, text, expected) => {
    expect(on(text, '/n')).toBe(expected);
  });

  const items = `<r>${Array.from({ length: 3_000 }, (_, index) => `<item id="${index}"><name>n${index}</name></item>`).join('')}</r>`;
  it.each([
    ['nested searches', 'count(//*[//*[//*]])'],
    ['counting everything for everything', 'count(//*[count(//*) > 0])'],
    ['all that precedes anything', 'count(//name/preceding::*)'],
    ['unions of unions', Array(50).fill('//*').join('|')],
    ['node sets against node sets', Array(50).fill('//item/@id = //name').join(' or ')],
    ['the whole document as text for every node', 'count(//*[contains(/, "x")])'],
    ['the whole document upwards', 'count(//name[contains(../.., "x")])'],
    [
      'hundreds of copies of the document',
      `string-length(concat(${Array(400).fill('/').join(',')}))`,
    ],
  ])('%s ends with the reason budget', (_, expression) => {
    expect(on(items.repeat(1), expression)).toBe('!budget');
  });

  it('ordinary expressions on the same document are within it', () => {
    expect(on(items, '//item[name="n2999"]/@id')).toBe('2999');
    expect(on(items, 'string(//*[local-name()="item"][3000]/name)')).toBe('n2999');
    expect(on(items, '//item[@id="5" and contains(name, "n")]/name')).toBe('n5');
    expect(on(items, '//item[../@x or position() = last()]/name')).toBe('n2999');
  });

  it('parsing costs steps too, so that a payload cannot parse for ever', () => {
    expect(on(items, '//name', 5_000)).toBe('!budget');
  });
});

describe('as a step', () => {
  it.each([
    ['the xmlBody is the input of a first step', { xmlBody: '<a>1</a>' }, [{ xPath: '/a' }], '1'],
    ['or the textBody', { textBody: '<a>1</a>' }, [{ xPath: '/a' }], '1'],
    [
      'but not one of two',
      { textBody: '<a>1</a>', xmlBody: '<a>2</a>' },
      [{ xPath: '/a' }],
      '!type',
    ],
    ['or of none', { jsonBody: {} }, [{ xPath: '/a' }], '!type'],
    [
      'after a jsonPath',
      { jsonBody: { x: '<a>1</a>' } },
      [{ jsonPath: '$.jsonBody.x' }, { xPath: '/a' }],
      '1',
    ],
    ['before a map', { xmlBody: '<a>1</a>' }, [{ xPath: '/a' }, { map: '1->one' }], 'one'],
    ['empty text fails', { xmlBody: '<a/>' }, [{ xPath: '/a' }], '!empty'],
    ['a parse failure fails the step only', { xmlBody: '<x>' }, [{ xPath: '/x' }], '!parse'],
  ])('%s', (_, payload, steps, expected) => {
    expect(runOn(steps, payload)).toBe(expected);
  });

  it('parses a document once for all attributes of a payload', () => {
    const xmlBody = `<r>${'<i>x</i>'.repeat(20_000)}</r>`;
    const names = Array.from({ length: 20 }, (_, index) =>
      attribute(`A${index}`, [{ xPath: `/r/i[${index + 1}]` }]),
    );
    const { attributes: found, trace } = evaluatePayload(names, { xmlBody });
    expect(found).toHaveLength(20);
    expect(trace.filter(({ reason }) => reason)).toEqual([]);
  });
});

describe('memory', () => {
  it('is given back after every payload, also after failures', async () => {
    const { loadLibrary } = await import('../../../src/mapping/xpath/libxml.ts');
    const library = await loadLibrary();
    const text = `<r>${'<i>x</i>'.repeat(20_000)}</r>`;
    const cycle = () => {
      const document = library.parse(text, false);
      if (document === null) throw new Error('not parsed');
      for (const expression of [
        'count(//i)',
        '//i',
        'string(/)',
        '//nope',
        'nope()',
        '//i[',
        'count(//i[//i])',
      ]) {
        library.evaluate(document, expression, new Map([['p', 'urn:p']]), 100_000);
      }
      library.free(document);
      expect(library.parse(`${text}<`, false)).toBeNull();
    };
    for (let round = 0; round < 3; round += 1) cycle();
    const before = library.memoryBytes;
    for (let round = 0; round < 40; round += 1) cycle();
    expect(library.memoryBytes).toBe(before);
  });

  it('that large documents have taken is given back by replacing the engine, while evaluation goes on', async () => {
    const cache = new MarkupCache();
    const path = compileXPath('/r/@n');
    for (let n = 0; n < 4; n += 1) {
      const text = `<r n="${n}">${'<i a="" b="" c="" d="" e=""/>'.repeat(100_000)}</r>`;
      expect(cache.evaluate(path, text, budgetFor(text.length))).toBe(String(n));
    }
    const grown = xPathMemoryBytes();
    cache.dispose();
    expect(on('<a>1</a>', '/a')).toBe('1');
    await loadXPath();
    expect(xPathMemoryBytes()).toBeLessThan(grown / 4);
    expect(on('<a>1</a>', '/a')).toBe('1');
  });

  it('many compilations leave nothing behind', () => {
    for (let round = 0; round < 2_000; round += 1) compileXPath(`//a[b="${round}"]/c`);
    expect(programOf({ attributes: [attribute('A', [{ xPath: '//a' }])] }).bytes).toBeGreaterThan(
      0,
    );
  });
});
