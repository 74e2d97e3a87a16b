// Writes the documentation site: the documents of the repository as pages, README.md as the front, and the game to play.
// The files may be put in any folder of any static host.
//   node tools/site/site.mjs [FOLDER]        (build/site; the game is taken from build/web)
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, posix, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { plainText } from './inline.mjs';
import { pageOf } from './markdown.mjs';
import { FRONT, SECTIONS, sectionsOf } from './pages.mjs';
import { fileOf, htmlOf, wayTo } from './template.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const OUT = resolve(process.argv[2] ?? join(ROOT, 'build', 'site'));
const GAME = process.env.FOURFALL_WEB ?? join(ROOT, 'build', 'web');

const isFile = (name) => existsSync(join(ROOT, name)) && statSync(join(ROOT, name)).isFile();

/** Splits "docs/scale.md#long-polling" as it stands in a document into the file's place in the repository and the anchor. */
function placeOf(from, target) {
  const [file, anchor = ''] = target.split('#');
  return { place: file === '' ? from : posix.join(posix.dirname(from), file), anchor };
}

/**
 * Reads documents from the front page on, and those that they lead to. `links` are promises between pages, `files` what the
 * pages show or offer besides.
 */
function readAll(first) {
  const pages = new Map(), links = [], files = new Set();
  const wanted = [...first];
  for (const name of wanted) {
    if (pages.has(name)) continue;
    const toAddress = (target) => {
      if (/^[a-z]+:/.test(target)) return target;
      const { place, anchor } = placeOf(name, target);
      if (!isFile(place)) throw new Error(`a link to a file that is not there: ${target}`);
      const isDocument = place.endsWith('.md');
      if (isDocument) {
        wanted.push(place);
        links.push({ name, target, place, anchor });
      } else files.add(place);
      if (target.startsWith('#')) return target;
      return wayTo(fileOf(name), isDocument ? fileOf(place) : place) + (anchor ? `#${anchor}` : '');
    };
    pages.set(name, { name, ...pageOf(readFileSync(join(ROOT, name), 'utf8'), { name, toAddress }) });
  }
  return { pages, links, files };
}

function checkAnchors({ pages, links }) {
  const lost = links.find(({ place, anchor }) => anchor && !pages.get(place).headings.some((heading) => heading.anchor === anchor));
  if (lost) throw new Error(`${lost.name}: a link to a heading that is not there: ${lost.target}`);
}

function put(name, content) {
  mkdirSync(dirname(join(OUT, name)), { recursive: true });
  writeFileSync(join(OUT, name), content);
}

/** The page as it was built, but for a mark that there is no server for online games. Static hosts compress by themselves. */
function putGame() {
  const names = readdirSync(GAME).filter((name) => !/\.(br|gz)$/.test(name) && name !== 'sizes.json');
  mkdirSync(join(OUT, 'play'));
  for (const name of names) cpSync(join(GAME, name), join(OUT, 'play', name));
  put('play/index.html', readFileSync(join(GAME, 'index.html'), 'utf8').replace('<html ', '<html data-alone '));
}

/** Everything is read and checked before anything is written. */
function main() {
  if (!existsSync(join(GAME, 'index.html'))) throw new Error(`no page in ${GAME}: run "make web" first`);
  const docs = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`);
  const listed = SECTIONS.flatMap(([, entries]) => Object.keys(entries)).filter(isFile);
  const all = readAll([FRONT, ...listed, ...docs.sort()]);
  checkAnchors(all);
  const version = /^#define FF_VERSION "(.*)"/m.exec(readFileSync(join(ROOT, 'include/fourfall.h'), 'utf8'))[1];
  const sections = sectionsOf([...all.pages.keys()], (name) => plainText(all.pages.get(name).headings[0].html));

  rmSync(OUT, { recursive: true, force: true });
  for (const page of all.pages.values()) put(fileOf(page.name), htmlOf(page, sections, version));
  for (const file of all.files) put(file, readFileSync(join(ROOT, file)));
  put('site.css', readFileSync(new URL('site.css', import.meta.url)));
  put('icon.svg', readFileSync(join(ROOT, 'web/src/icons/icon.svg')));
  putGame();
  console.log(`  SITE  ${OUT}, ${all.pages.size} pages`);
}

try {
  main();
} catch (error) {
  console.error(`site: ${error.message}`);
  process.exitCode = 1;
}
