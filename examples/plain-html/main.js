// Two players on one page: the plug-in decides, the element asks for a column.
import { load } from "fourfall";
import { ConnectFourEngine } from "fourfall/plugin";
import "fourfall/move-input";

await load();
const engine = new ConnectFourEngine();
const input = document.querySelector("fourfall-move-input");
const players = [
  { id: "ann", name: "Ann" },
  { id: "bob", name: "Bob" },
];
let state = engine.initializeGame(players, {});

function show() {
  const { name } = state.players.find(({ id }) => id === (engine.getWinner(state) ?? state.players[state.currentPlayerIndex].id));
  const isDraw = engine.isGameOver(state) && engine.getWinner(state) === null;
  document.querySelector("#turn").textContent = isDraw ? "A draw." : engine.isGameOver(state) ? `${name} wins!` : `${name} to move.`;
  input.gameState = state;
}

input.addEventListener("movechange", ({ detail: move }) => {
  state = engine.applyMove(state, state.players[state.currentPlayerIndex].id, move);
  show();
});
show();
