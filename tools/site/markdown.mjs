// Markdown to HTML, as far as our documents use it: headings, paragraphs, lists, tables, fenced code, and paragraphs of HTML.
// Anything else is an error with its line: the site shows the same as the repository's own pages, or is not written.
import { escapeHtml, inline, plainText } from './inline.mjs';

const FENCE = /^ {0,3}```([\w+-]*)$/;
const HEADING = /^(#{1,6}) +(.+?)$/;
const BULLET = /^(?<indent> {0,3})(?<mark>[-*]|\d{1,3}\.)(?<gap> +)(?<text>\S.*)$/;
const ROW = /^\|.*\|$/;
const UNKNOWN = [[/^ {4,}\S/, 'code by indentation'], [/^>/, 'a quotation'], [/^(=+|-{2,}|\*{3,}|_{3,})$/, 'a rule or an underlined heading'], [/^\[[^\]]+\]:/, 'a reference']];

/** The anchor of a heading, as code hosts make it. */
export function anchorOf(text, taken = new Map()) {
  const base = text.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, '').trim().replace(/\s/g, '-');
  const count = taken.get(base) ?? 0;
  taken.set(base, count + 1);
  return count === 0 ? base : `${base}-${count}`;
}

/** The cells of a row; a bar after a backslash belongs to the text. */
const cellsOf = (row) => row.slice(1, -1).split(/(?<!\\)\|/).map((cell) => cell.replaceAll('\\|', '|').trim());

/** A line without the spaces before this column. */
const outdented = (line, depth) => line.replace(new RegExp(`^ {0,${depth}}`), '');

/** A line that begins another block, also right below a paragraph. */
const isBegin = (line) => FENCE.test(line) || HEADING.test(line) || ROW.test(line) || /^ {0,3}([-*]|1\.) +\S/.test(line);

class Reader {
  constructor(lines, page, first) {
    Object.assign(this, { lines, page, first, at: 0 });
  }

  get line() {
    return this.lines[this.at];
  }

  fail(why, at = this.at) {
    throw new Error(`${this.page.name}:${this.first + at}: ${why}`);
  }

  text(markdown, at = this.at) {
    try {
      return inline(markdown, this.page.toAddress);
    } catch (error) {
      return this.fail(error.message, at);
    }
  }

  isEnd() {
    return this.at >= this.lines.length;
  }

  /** Blocks up to the end of the lines. */
  blocks() {
    const found = [];
    while (!this.isEnd()) {
      if (this.line.trim() === '') this.at++;
      else found.push(this.block());
    }
    return found.join('\n');
  }

  block() {
    if (FENCE.test(this.line)) return this.fence();
    if (HEADING.test(this.line)) return this.heading();
    if (ROW.test(this.line)) return this.table();
    if (BULLET.test(this.line)) return this.list();
    const unknown = UNKNOWN.find(([sign]) => sign.test(this.line));
    if (unknown) this.fail(`the site does not know ${unknown[1]}`);
    return this.paragraph();
  }

  fence() {
    const began = this.at;
    const depth = this.line.indexOf('`');
    do this.at++;
    while (!this.isEnd() && this.line.trim() !== '```');
    if (this.isEnd()) this.fail('code without an end', began);
    const lines = this.lines.slice(began + 1, this.at++).map((line) => outdented(line, depth));
    return `<pre tabindex="0"><code>${escapeHtml(lines.join('\n'))}\n</code></pre>`;
  }

  heading() {
    const [, signs, markdown] = HEADING.exec(this.line);
    const html = this.text(markdown);
    const anchor = anchorOf(plainText(html), this.page.taken);
    const level = signs.length;
    this.page.headings.push({ level, html, anchor });
    this.at++;
    return `<h${level} id="${anchor}">${html}</h${level}>`;
  }

  table() {
    const began = this.at;
    while (!this.isEnd() && ROW.test(this.line)) this.at++;
    const [head, rule, ...body] = this.lines.slice(began, this.at).map(cellsOf);
    if (!rule?.every((mark) => /^:?-+:?$/.test(mark))) this.fail('a table without a line below its head', began);
    const wrong = [rule, ...body].findIndex((cells) => cells.length !== head.length);
    if (wrong >= 0) this.fail(`this row and the head of its table differ in length`, began + 1 + wrong);
    // An empty corner heads nothing.
    const cell = (markdown, name, at) => (markdown === '' ? '<td></td>' : `<${name}>${this.text(markdown, at)}</${name}>`);
    const row = (cells, name, at) => `<tr>${cells.map((markdown) => cell(markdown, name, at)).join('')}</tr>`;
    const top = head.some((markdown) => markdown !== '') ? `<thead>${row(head, 'th', began)}</thead>` : '';
    const rows = body.map((cells, i) => row(cells, 'td', began + 2 + i));
    return `<div class="table" tabindex="0"><table>${top}<tbody>\n${rows.join('\n')}\n</tbody></table></div>`;
  }

  list() {
    const isOrdered = /\d/.test(BULLET.exec(this.line).groups.mark);
    const start = isOrdered ? Number.parseInt(BULLET.exec(this.line).groups.mark, 10) : 1;
    const items = [];
    while (!this.isEnd() && this.isItem(isOrdered)) items.push(`<li>${this.item()}</li>`);
    const name = isOrdered ? 'ol' : 'ul';
    return `<${name}${start === 1 ? '' : ` start="${start}"`}>\n${items.join('\n')}\n</${name}>`;
  }

  isItem(isOrdered) {
    const found = BULLET.exec(this.line);
    return found !== null && /\d/.test(found.groups.mark) === isOrdered;
  }

  /** An item, with the lines that are indented below it or go on with its text. */
  item() {
    const { indent, mark, gap, text } = BULLET.exec(this.line).groups;
    const depth = indent.length + mark.length + gap.length;
    const began = this.at++;
    const lines = [text];
    for (; !this.isEnd() && this.belongs(depth); this.at++) lines.push(outdented(this.line, depth));
    this.skipToItem();
    const html = new Reader(lines, this.page, this.first + began).blocks();
    // A paragraph alone is the item's text.
    return html.replace(/^<p>([^]*?)<\/p>/, '$1');
  }

  /** Whether the line is part of an item whose text begins at this column. */
  belongs(depth) {
    const isInside = (line = '') => line.search(/\S/) >= depth;
    if (isInside(this.line)) return true;
    if (this.line.trim() === '') return isInside(this.lines[this.at + 1]);
    return this.lines[this.at - 1].trim() !== '' && !isBegin(this.line) && !BULLET.test(this.line);
  }

  /** Items may have an empty line between them. */
  skipToItem() {
    if (!this.isEnd() && this.line.trim() === '' && BULLET.test(this.lines[this.at + 1] ?? '')) this.at++;
  }

  paragraph() {
    const began = this.at;
    do this.at++;
    while (!this.isEnd() && this.line.trim() !== '' && !isBegin(this.line));
    const html = this.text(this.lines.slice(began, this.at).join('\n'), began);
    return html.startsWith('<p') ? html : `<p>${html}</p>`;
  }
}

/**
 * The page of a document. `name` is for messages; `toAddress(target, isPicture)` says where a link leads on the site.
 * headings: { level, html, anchor }, in order.
 */
export function pageOf(markdown, { name, toAddress }) {
  const page = { name, toAddress, headings: [], taken: new Map() };
  const body = new Reader(markdown.split('\n'), page, 1).blocks();
  return { body, headings: page.headings };
}
