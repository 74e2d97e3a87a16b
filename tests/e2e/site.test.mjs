// `make site`: every document becomes a page, all links and anchors lead somewhere, nothing is loaded from elsewhere. What a
// browser shows of it is in tests/page/site.test.mjs.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { pageOf } from '../../tools/site/markdown.mjs';
import { path } from './server_process.mjs';

// Debian's Node 18 requires no ES modules.
const { parse } = await import(pathToFileURL(createRequire(path('web/package.json')).resolve('parse5')));

const html = (markdown) => pageOf(markdown, { name: 'x.md', toAddress: (target) => target }).body;

describe('a document', () => {
  const READ = {
    'a heading with an anchor': ['## `a` & the *rest*', '<h2 id="a--the-rest"><code>a</code> &amp; the <em>rest</em></h2>'],
    'two headings alike': ['# A\n# A', '<h1 id="a">A</h1>\n<h1 id="a-1">A</h1>'],
    'a paragraph of two lines': ['a **b c**\n2 * 3 < 7', '<p>a <strong>b c</strong>\n2 * 3 &lt; 7</p>'],
    'code with signs of other things': ['`a*b*` ``c`d`` `<p>`', '<p><code>a*b*</code> <code>c`d</code> <code>&lt;p&gt;</code></p>'],
    'links and pictures': ['[a `b`](c.md#d) ![e](f.svg)', '<p><a href="c.md#d">a <code>b</code></a> <img src="f.svg" alt="e"></p>'],
    'brackets that are no link': ['[a] [b, c]', '<p>[a] [b, c]</p>'],
    'a paragraph of HTML': ['<p>\n<img src="a.webp" alt="b" width="100%">\n</p>', '<p>\n<img src="a.webp" alt="b" width="100%">\n</p>'],
    'a list with more below an item': ['- a\n  b\n\n  ```sh\n  c\n   d\n  ```\n- e', '<ul>\n<li>a\nb\n<pre tabindex="0"><code>c\n d\n</code></pre></li>\n<li>e</li>\n</ul>'],
    'a numbered list, and text that goes on without indentation': ['2. a\nb\n3. c\n\nd', '<ol start="2">\n<li>a\nb</li>\n<li>c</li>\n</ol>\n<p>d</p>'],
    'a list in a list': ['- a\n  - b\n- c', '<ul>\n<li>a\n<ul>\n<li>b</li>\n</ul></li>\n<li>c</li>\n</ul>'],
    'a table': ['| a | |\n|---|--:|\n| `b\\|c` | d |', '<div class="table" tabindex="0"><table><thead><tr><th>a</th><td></td></tr></thead><tbody>\n<tr><td><code>b|c</code></td><td>d</td></tr>\n</tbody></table></div>'],
  };
  for (const [name, [markdown, wanted]] of Object.entries(READ)) test(`has ${name}`, () => assert.equal(html(markdown), wanted));

  const REFUSED = {
    'a tag that it does not know': ['a\n\nb <b>c</b>', 'x.md:3: HTML that the site does not know: <b>c</b>'],
    'a comment': ['<!-- a -->', 'x.md:1: HTML that the site does not know: <!-- a -->'],
    'an attribute that it does not know': ['<p><img src="a" onload="b"></p>', 'x.md:1: an attribute that the site does not know: img onload'],
    'a quotation': ['a\n\n> b', 'x.md:3: the site does not know a quotation'],
    'a rule': ['---', 'x.md:1: the site does not know a rule or an underlined heading'],
    'code by indentation': ['a\n\n    b', 'x.md:3: the site does not know code by indentation'],
    'a reference': ['[a]: b', 'x.md:1: the site does not know a reference'],
    'code without an end': ['a\n```\nb', 'x.md:2: code without an end'],
    'a short row': ['| a | b |\n|---|---|\n| c | d |\n| e |', 'x.md:4: this row and the head of its table differ in length'],
    'a table without its second line': ['| a |\n| b |', 'x.md:1: a table without a line below its head'],
  };
  for (const [name, [markdown, message]] of Object.entries(REFUSED)) test(`with ${name} is refused`, () => assert.throws(() => html(markdown), { message }));
});

/** Every element of a page. */
function elementsOf(file) {
  const faults = [];
  const tree = parse(readFileSync(file, 'utf8'), { sourceCodeLocationInfo: true, onParseError: ({ code, startLine }) => faults.push(`${startLine}: ${code}`) });
  assert.deepEqual(faults, [], file);
  const own = ({ tagName, attrs = [] }) => ({ ...Object.fromEntries(attrs.map(({ name, value }) => [name, value])), tagName });
  const walk = (node) => [own(node), ...(node.childNodes ?? []).flatMap(walk)];
  return walk(tree).filter(({ tagName }) => tagName);
}

describe('the site', () => {
  let folder, pages;
  const write = (name) => execFileSync('node', [path('tools/site/site.mjs'), join(folder, name)], { env: { ...process.env, FOURFALL_WEB: join(folder, 'web') }, stdio: 'pipe' });
  const filesIn = (root) => readdirSync(root, { recursive: true }).filter((name) => statSync(join(root, name)).isFile());
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'fourfall-site-'));
    // The page itself is not looked at here: a small one takes its place.
    mkdirSync(join(folder, 'web'));
    writeFileSync(join(folder, 'web/index.html'), '<!doctype html>');
    write('site');
    const own = filesIn(join(folder, 'site')).filter((name) => name.endsWith('.html') && !name.startsWith('play'));
    pages = new Map(own.map((name) => [join(folder, 'site', name), elementsOf(join(folder, 'site', name))]));
  });
  after(() => rmSync(folder, { recursive: true }));

  test('has a page for every document', () => {
    const documents = readdirSync(path('docs')).filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`);
    for (const name of [...documents, 'CHANGELOG.md', 'SECURITY.md', 'CONTRIBUTING.md', 'tests/README.md'])
      assert.ok(pages.has(join(folder, 'site', name.replace(/md$/, 'html'))), name);
    assert.ok(pages.has(join(folder, 'site/index.html')));
  });

  test('has no id twice on a page, one main heading, and names every page', () => {
    for (const [file, elements] of pages) {
      const ids = elements.map(({ id }) => id).filter(Boolean);
      assert.equal(new Set(ids).size, ids.length, file);
      assert.ok(elements.some(({ tagName }) => tagName === 'h1'), file);
      assert.equal(elements.filter((element) => element['aria-current'] === 'page').length, 1, file);
    }
  });

  test('has no link that leads nowhere', () => {
    let links = 0;
    for (const [file, elements] of pages) {
      for (const { tagName, href, src } of elements) {
        const target = href ?? src;
        if (target === undefined || (tagName === 'a' && /^https?:/.test(target))) continue;
        const [place, anchor] = target.split('#');
        const reached = place === '' ? file : resolve(dirname(file), place.endsWith('/') ? `${place}index.html` : place);
        assert.ok(existsSync(reached), `${file}: ${target}`);
        if (anchor) assert.ok(pages.get(reached)?.some(({ id }) => id === anchor), `${file}: ${target}`);
        links++;
      }
    }
    assert.ok(links > 300, `${links} links`);
  });

  test('loads nothing from elsewhere, and nothing from the root of its host', () => {
    const loaded = [...pages.values()].flat().map(({ tagName, href, src }) => (tagName === 'a' ? '' : href ?? src ?? ''));
    assert.deepEqual(loaded.filter((address) => /^([a-z]+:|\/)/.test(address)), []);
    assert.doesNotMatch(readFileSync(join(folder, 'site/site.css'), 'utf8'), /url\(|@import/);
    assert.deepEqual([...pages.values()].flat().filter(({ tagName }) => tagName === 'script'), []);
  });

  test('is not written without the page', () => {
    rmSync(join(folder, 'web/index.html'));
    assert.throws(() => write('other'), /run "make web" first/);
    assert.ok(!existsSync(join(folder, 'other')), 'nothing was written');
  });
});

test('the pictures of the front page weigh 600 kB at most', () => {
  const shown = [...readFileSync(path('README.md'), 'utf8').matchAll(/src="([^"]+)"/g)].map(([, src]) => src);
  assert.ok(shown.length >= 3);
  const total = shown.reduce((sum, name) => sum + statSync(path(name)).size, 0);
  assert.ok(total <= 600_000, `${total} bytes`);
});
