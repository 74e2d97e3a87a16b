// Which documents the site has, and in what order its contents name them. A document that is not in this table is under "More".

export const FRONT = 'README.md';

export const SECTIONS = [
  ['The game', { 'docs/analysis.md': 'Analysis and review', 'docs/levels.md': 'Computer players', 'docs/variants.md': 'Variants', 'docs/ratings.md': 'Ratings', 'docs/page.md': 'The board on the screen' }],
  ['For programs', { 'docs/library.md': 'C library', 'packages/npm/README.md': 'npm package', 'bindings/python/README.md': 'Python', 'docs/engine.md': 'Engine protocol', 'docs/protocol.md': 'Real-time protocol and REST', 'examples/README.md': 'Examples' }],
  ['Hosting', { 'docs/operations.md': 'Operations', 'docs/scale.md': 'Several nodes', 'docs/reliability.md': 'Reliability', 'docs/server-speed.md': 'What a move costs', 'SECURITY.md': 'Security' }],
  ['Inside', { 'docs/architecture.md': 'Architecture', 'docs/solver.md': 'The exact solver', 'docs/cube.md': 'The cube', 'docs/proof.md': 'Proofs', 'tests/README.md': 'Tests' }],
  ['Project', { 'CHANGELOG.md': 'Changes', 'CONTRIBUTING.md': 'Working on Fourfall', 'docs/release.md': 'Releases' }],
];

/** The sections with the documents that are there; those that no section names are at the end. */
export function sectionsOf(documents, titleOf) {
  const named = new Set([FRONT, ...SECTIONS.flatMap(([, entries]) => Object.keys(entries))]);
  const others = documents.filter((name) => !named.has(name)).map((name) => [name, titleOf(name)]);
  const known = SECTIONS.map(([section, entries]) => [section, Object.entries(entries).filter(([name]) => documents.includes(name))]);
  return [...known, ['More', others]].filter(([, entries]) => entries.length > 0);
}
