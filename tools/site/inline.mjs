// The text within a paragraph, a heading, a list item or a cell: code, bold, italic, links, pictures, entities, and the few
// HTML tags of ALLOWED. Everything else is refused, so that no page shows what its author did not mean.

const ALLOWED = { img: ['src', 'alt', 'width', 'height'], p: ['align'], a: ['href'], br: [] };
const SPECIALS = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export const escapeHtml = (text) => text.replace(/[&<>"]/g, (sign) => SPECIALS[sign]);

/** The text alone, as a reader sees it. */
export const plainText = (html) => html.replace(/<[^>]*>/g, '').replace(/&quot;/g, '"').replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&amp;/g, '&');

/** The tag at the beginning of `text`, with its addresses through `toAddress`. */
function tag(text, toAddress) {
  const found = /^<(\/?)([a-z]+)((?:\s+[a-z]+="[^"<>]*")*)\s*\/?>/.exec(text);
  if (!found || !Object.hasOwn(ALLOWED, found[2])) throw new Error(`HTML that the site does not know: ${text.slice(0, 30)}`);
  const [whole, close, name, given] = found;
  const attributes = [...given.matchAll(/([a-z]+)="([^"]*)"/g)].map(([, key, value]) => {
    if (!ALLOWED[name].includes(key)) throw new Error(`an attribute that the site does not know: ${name} ${key}`);
    const isAddress = key === 'src' || key === 'href';
    return ` ${key}="${isAddress ? escapeHtml(toAddress(value, key === 'src')) : value}"`;
  });
  return { html: `<${close}${name}${attributes.join('')}>`, length: whole.length };
}

/** A link or a picture at the beginning of `text`, or null if the bracket is only a bracket. */
function link(text, toAddress) {
  const found = /^(!?)\[((?:[^[\]`]|`[^`]*`|\[[^\]]*\])*)\]\(([^()\s]+)\)/.exec(text);
  if (!found) return null;
  const [whole, isPicture, label, target] = found;
  const address = escapeHtml(toAddress(target, isPicture !== ''));
  const html = isPicture ? `<img src="${address}" alt="${escapeHtml(label)}">` : `<a href="${address}">${inline(label, toAddress)}</a>`;
  return { html, length: whole.length };
}

function code(text) {
  const found = /^(`+)(?!`)(.*?[^`])\1(?!`)/s.exec(text);
  if (!found) throw new Error(`code without an end: ${text.slice(0, 30)}`);
  const content = found[2].replace(/\n/g, ' ').replace(/^ (.*`.*) $/, '$1');
  return { html: `<code>${escapeHtml(content)}</code>`, length: found[0].length };
}

/** Bold or italic at the beginning of `text`; null for an asterisk that multiplies. */
function emphasis(text, toAddress) {
  const found = /^(\*\*?)(?![\s*])((?:`[^`]*`|[^`*])*[^\s*])\1(?!\*)/s.exec(text);
  if (!found) return null;
  const name = found[1] === '**' ? 'strong' : 'em';
  return { html: `<${name}>${inline(found[2], toAddress)}</${name}>`, length: found[0].length };
}

/** What stands at the beginning of `text`. */
function next(text, toAddress) {
  const isTag = /^<[/!]?[a-z-]/i.test(text);
  const entity = /^&(#\d+|[a-z]+);/.exec(text)?.[0];
  const escaped = /^\\([\\`*_[\]<>|#])/.exec(text);
  return (text.startsWith('`') && code(text)) || (/^!?\[/.test(text) && link(text, toAddress)) || (text.startsWith('*') && emphasis(text, toAddress))
    || (isTag && tag(text, toAddress)) || (entity && { html: entity, length: entity.length })
    || (escaped && { html: escapeHtml(escaped[1]), length: 2 }) || { html: escapeHtml(text[0]), length: 1 };
}

/** Markdown within a line to HTML. `toAddress(target, isPicture)` says where a link leads on the site. */
export function inline(text, toAddress) {
  let html = '';
  for (let at = 0; at < text.length; ) {
    const plain = /^[^`*[\]!<>&\\"]+/.exec(text.slice(at))?.[0];
    const part = plain ? { html: plain, length: plain.length } : next(text.slice(at), toAddress);
    html += part.html;
    at += part.length;
  }
  return html;
}
