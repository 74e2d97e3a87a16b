// One page of the site as HTML. Everything it loads is relative, so that the site works in any folder of any host.
import { posix } from 'node:path';
import { escapeHtml, plainText } from './inline.mjs';
import { FRONT } from './pages.mjs';

/** The file of a document: README.md of the repository is the front page. */
export const fileOf = (name) => (name === FRONT ? 'index.html' : name.replace(/\.md$/, '.html'));

/** The way from one file of the site to another. */
export const wayTo = (from, to) => posix.relative(posix.dirname(from), to) + (to.endsWith('/') ? '/' : '');

const item = ({ file, title, from, isHere, headings }) => {
  const parts = isHere ? headings.filter(({ level }) => level === 2).map(({ html, anchor }) => `<li><a href="#${anchor}">${html}</a></li>`) : [];
  const here = isHere ? ' aria-current="page"' : '';
  return `<li><a href="${wayTo(from, file)}"${here}>${escapeHtml(title)}</a>${parts.length > 0 ? `<ul>${parts.join('')}</ul>` : ''}</li>`;
};

function contents({ name, headings }, sections) {
  const from = fileOf(name);
  const list = (entries) => `<ul>\n${entries.map(([other, title]) => item({ file: fileOf(other), title, from, isHere: other === name, headings })).join('\n')}\n</ul>`;
  const rest = sections.map(([section, entries]) => `<h2>${escapeHtml(section)}</h2>\n${list(entries)}`);
  return [list([[FRONT, 'Overview']]), ...rest].join('\n');
}

/** The front page has a way to the game below its first paragraph. */
const withPlay = (body) => body.replace('</p>', '</p>\n<p class="play"><a href="play/">Play now</a> Against the computer or each other, in this browser.</p>');

/** Each heading below the title leads to itself, so that its address can be copied. */
const withAnchors = (body) => body.replace(/<(h[2-6]) id="([^"]*)">(.*?)<\/\1>/g, (_, name, anchor, html) =>
  `<${name} id="${anchor}">${html} <a class="anchor" href="#${anchor}" aria-label="Link to: ${escapeHtml(plainText(html))}">#</a></${name}>`);

/** `page`: { name, body, headings }. `sections`: see sectionsOf(). */
export function htmlOf(page, sections, version) {
  const from = fileOf(page.name);
  const isFront = page.name === FRONT;
  const title = plainText(page.headings[0].html);
  const to = (file) => wayTo(from, file);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(isFront ? `${title}: Connect Four in 3D, solved and online` : `${title} – Fourfall`)}</title>
<link rel="icon" href="${to('icon.svg')}" type="image/svg+xml">
<link rel="stylesheet" href="${to('site.css')}">
</head>
<body>
<a class="skip" href="#main">To the text</a>
<header>
<a class="home" href="${to('index.html')}"><img src="${to('icon.svg')}" alt="" width="32" height="32">Fourfall</a>
<a class="contents" href="#contents">Contents</a>
<a class="button" href="${to('play/')}">Play</a>
</header>
<main id="main">
${withAnchors(isFront ? withPlay(page.body) : page.body)}
</main>
<nav id="contents" aria-label="Contents">
${contents(page, sections)}
<p class="version">Fourfall ${escapeHtml(version)}</p>
</nav>
</body>
</html>
`;
}
