// The element as a React component with the properties of the plug-in's document. Works with React 18 and 19.
import { useEffect, useRef } from "react";
import "fourfall/move-input";

export function ConnectFourMoveInput({ gameState, onMoveChange, disabled = false, playerId = null }) {
  const input = useRef(null);
  useEffect(() => {
    Object.assign(input.current, { gameState, onMoveChange, disabled, playerId });
  }, [gameState, onMoveChange, disabled, playerId]);
  return <fourfall-move-input ref={input} />;
}
