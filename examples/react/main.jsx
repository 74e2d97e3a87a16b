// One person against the computer, which thinks in a worker.
import { useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { Engine, Game, load } from "fourfall/inline";
import { ConnectFourEngine } from "fourfall/plugin";
import { ConnectFourMoveInput } from "./ConnectFourMoveInput.jsx";

await load();
const plugin = new ConnectFourEngine();
const computer = new Engine();
const players = [
  { id: "you", name: "You" },
  { id: "cpu", name: "Computer" },
];
const drop = (column) => ({ action: "drop", parameters: { column } });

function App() {
  const [state, setState] = useState(() => plugin.initializeGame(players, {}));
  const mover = state.players[state.currentPlayerIndex].id;
  const isOver = plugin.isGameOver(state);

  useEffect(() => {
    if (isOver || mover !== "cpu") return undefined;
    const stop = new AbortController();
    computer
      .choose(Game.fromJSON(state), { level: "medium", signal: stop.signal })
      .then((column) => setState(plugin.applyMove(state, "cpu", drop(column))))
      .catch((error) => stop.signal.aborted || console.error(error));
    return () => stop.abort();
  }, [state, mover, isOver]);

  return (
    <main>
      <h1>Connect Four</h1>
      <p id="turn">{isOver ? `Winner: ${plugin.getWinner(state) ?? "nobody"}` : mover === "you" ? "Your turn" : "The computer thinks"}</p>
      <ConnectFourMoveInput gameState={state} playerId="you" onMoveChange={(move) => setState(plugin.applyMove(state, "you", move))} />
    </main>
  );
}

createRoot(document.querySelector("#root")).render(<App />);
