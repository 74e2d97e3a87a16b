// A tour of the package, the same in every runtime and in every bundler's page. Throws if anything is not as it should be.

function expect(isTrue, what) {
  if (!isTrue) throw new Error(`not so: ${what}`);
}

function codeOf(act) {
  try {
    act();
  } catch (error) {
    return error.code;
  }
  return null;
}

function playGames({ Game }) {
  const game = new Game('7x6');
  for (const column of [3, 2, 3, 2, 3, 2]) game.drop(column);
  const cube = new Game('5x5x5').drop(12);
  expect(game.turn === 'red' && cube.turn === 'yellow', 'games take turns in one core');
  game.drop(3);
  expect(game.winner === 'red' && game.lines[0].length === 4 && game.isOver, 'four in a column win');
  expect(codeOf(() => game.drop(0)) === 'E_OVER', 'no move after the end');
  expect(String(game.undo()) === '434343' && game.canRedo && game.redo().winner === 'red', 'undo and redo');
  expect(String(Game.fromJSON(JSON.stringify(cube))) === '5x5x5:m', 'JSON and back');
  expect(game.svg().includes('class="highlight"'), 'a picture');
}

async function search({ Game, Engine }) {
  const game = Game.parse('444444');
  const found = game.analyse();
  expect(found.scores[3] === null && found.best.length > 0, 'an analysis');
  const engine = new Engine();
  const seen = [];
  const again = await engine.analyse(game, { onProgress: ({ done }) => seen.push(done) });
  expect(JSON.stringify(again) === JSON.stringify(found), 'a worker finds the same');
  expect(seen.length === 6, 'and tells of every column');
  const stop = new AbortController();
  const cube = new Game('5x5x5');
  const choice = engine.choose(cube, { level: 'perfect', limitMs: 600_000, signal: stop.signal, onProgress: () => stop.abort() });
  expect((await choice.catch(({ name }) => name)) === 'AbortError', 'a search can be aborted');
  expect(cube.openColumns.includes(await engine.choose(cube, { limitMs: 100 })), 'and another one begun');
  engine.close();
}

function plug({ ConnectFourEngine }) {
  const engine = new ConnectFourEngine();
  const drop = (column) => ({ action: 'drop', parameters: { column } });
  let state = engine.initializeGame([{ id: 'ann' }, { id: 'bob' }], {});
  for (const [who, column] of [['ann', 0], ['bob', 1], ['ann', 0], ['bob', 1], ['ann', 0], ['bob', 1], ['ann', 0]]) state = engine.applyMove(state, who, drop(column));
  expect(engine.isGameOver(state) && engine.getWinner(state) === 'ann', 'the plug-in plays a game');
}

export async function tour(library, plugin) {
  playGames(library);
  plug(plugin);
  await search(library);
  return `fourfall ${library.version} works`;
}
