// How much of one source file a visit to a readable page (web/build.mjs --dev) has run.

/** The part of a bundle that comes from this source file: bundles name each file in a comment before its code. */
function sectionOf(source, file) {
  const comments = [...source.matchAll(/^\/\/ (?:src|node_modules)\/\S+$/gm)];
  const at = comments.findIndex(([text]) => text.endsWith(`/${file}`));
  if (at < 0) return null;
  return { begin: comments[at].index + comments[at][0].length, end: comments[at + 1]?.index ?? source.length };
}

/** How often each character ran, at most, in the visits of a script. Ranges are nested, and the outer ones come first. */
function countsOf(entries) {
  const counts = new Int32Array(entries[0].source.length);
  for (const { functions } of entries) {
    const visit = new Int32Array(counts.length);
    const ranges = functions.flatMap((one) => one.ranges);
    ranges.sort((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset);
    for (const { startOffset, endOffset, count } of ranges) visit.fill(count, startOffset, endOffset);
    visit.forEach((count, at) => (counts[at] = Math.max(counts[at], count)));
  }
  return counts;
}

/** The lines with code of a section. One is covered if a part of it has run, as is usual for line coverage. */
function* linesOf(source, { begin, end }, counts) {
  for (let at = begin; at < end; ) {
    const next = source.indexOf('\n', at) + 1 || source.length;
    const text = source.slice(at, next);
    const isCode = /\w/.test(text) && !/^\s*(\/\/|\/\*|\*)/.test(text);
    const first = at + text.search(/\S/);
    if (isCode) yield { text: text.trim(), isCovered: counts.subarray(first, at + text.trimEnd().length).some(Boolean) };
    at = next;
  }
}

/** The names of a section's functions that never ran, and how many functions there are. */
function functionsOf(entries, { begin, end }) {
  const ran = new Map();
  for (const { functions } of entries) {
    for (const { functionName, ranges: [{ startOffset, endOffset, count }] } of functions) {
      if (startOffset < begin || endOffset > end) continue;
      const key = `${functionName || 'a function'} at ${startOffset - begin}`;
      ran.set(key, Math.max(ran.get(key) ?? 0, count));
    }
  }
  return { count: ran.size, missed: [...ran.keys()].filter((key) => ran.get(key) === 0) };
}

const percentOf = (missed, all) => (100 * (all - missed)) / all;

/** `entries` come from Playwright's page.coverage.stopJSCoverage(); a script that was loaded twice has two. */
export function coverageOf(entries, file) {
  const found = entries.filter(({ source }) => source && sectionOf(source, file));
  if (found.length === 0) throw new Error(`no script of the page contains ${file}`);
  const { source, url } = found[0];
  const visits = found.filter((entry) => entry.url === url);
  const section = sectionOf(source, file);
  const lines = [...linesOf(source, section, countsOf(visits))];
  const missed = lines.filter(({ isCovered }) => !isCovered).map(({ text }) => text);
  const functions = functionsOf(visits, section);
  return {
    lines: lines.length,
    linePercent: percentOf(missed.length, lines.length),
    functionPercent: percentOf(functions.missed.length, functions.count),
    missed: [...missed, ...functions.missed],
  };
}
