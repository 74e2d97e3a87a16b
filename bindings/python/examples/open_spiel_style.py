"""Connect Four on every board in the manner of OpenSpiel: a game, its states, and an environment with time steps.

    python3 examples/open_spiel_style.py [BOARD]      learns values of opening moves from random games

States have OpenSpiel's methods (legal_actions, apply_action, returns, observation_tensor, clone, ...), so that
algorithms written for its Python interface run on them. Actions are columns from 0.
"""
import enum
import pathlib
import random
import sys
from typing import Dict, List, NamedTuple, Optional

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import fourfall  # noqa: E402

TERMINAL = -4  # OpenSpiel's PlayerId.TERMINAL
SIDES = {"red": 0, "yellow": 1}


class State:
    """A position with its history. Red is player 0."""

    def __init__(self, owner: "ConnectFour", game: fourfall.Game, history: List[int]) -> None:
        self._owner, self._game, self._history = owner, game, history

    def current_player(self) -> int:
        turn = self._game.turn
        return TERMINAL if turn is None else SIDES[turn]

    def is_terminal(self) -> bool:
        return self._game.is_over

    def is_chance_node(self) -> bool:
        return False

    def is_simultaneous_node(self) -> bool:
        return False

    def legal_actions(self, player: Optional[int] = None) -> List[int]:
        return self._game.columns if player in (None, self.current_player()) else []

    def legal_actions_mask(self, player: Optional[int] = None) -> List[int]:
        legal = set(self.legal_actions(player))
        return [int(action in legal) for action in range(self._owner.num_distinct_actions())]

    def apply_action(self, action: int) -> None:
        self._game.drop(action)
        self._history.append(action)

    def undo_action(self, player: int, action: int) -> None:
        if not self._history or (player, action) != ((len(self._history) - 1) % 2, self._history[-1]):
            raise ValueError("only the last action can be undone")
        self._game.undo()
        self._history.pop()

    def child(self, action: int) -> "State":
        state = self.clone()
        state.apply_action(action)
        return state

    def clone(self) -> "State":
        return State(self._owner, self._game.copy(), self._history.copy())

    def returns(self) -> List[float]:
        winner = self._game.winner
        return [0.0, 0.0] if winner is None else [1.0, -1.0] if winner == "red" else [-1.0, 1.0]

    def rewards(self) -> List[float]:
        return self.returns()

    def player_return(self, player: int) -> float:
        return self.returns()[player]

    def history(self) -> List[int]:
        return self._history.copy()

    def history_str(self) -> str:
        return ", ".join(map(str, self._history))

    def move_number(self) -> int:
        return len(self._history)

    def action_to_string(self, player: int, action: int) -> str:
        return f"{'xo'[player]}{action}"

    def string_to_action(self, text: str) -> int:
        return int(text[1:])

    def observation_tensor(self, player: int = 0) -> List[float]:
        """Planes of the cells: the player's own discs, the opponent's, and empty ones. Each plane is column by column."""
        cells = self._game.cells
        return [float(cell == wanted) for wanted in (player, 1 - player, None) for cell in cells]

    def observation_string(self, player: int = 0) -> str:
        return "".join("." if cell is None else "xo"[cell] for cell in self._game.cells)

    def information_state_string(self, player: int = 0) -> str:
        return self.history_str()

    def get_game(self) -> "ConnectFour":
        return self._owner

    def __str__(self) -> str:
        return str(self._game)


class ConnectFour:
    """The game on one board."""

    def __init__(self, board: str = "7x6") -> None:
        self._start = fourfall.Game(f"{board}:")

    def new_initial_state(self) -> State:
        return State(self, self._start.copy(), [])

    def num_players(self) -> int:
        return 2

    def num_distinct_actions(self) -> int:
        return len(self._start.columns)

    def max_game_length(self) -> int:
        return len(self._start.cells)

    def min_utility(self) -> float:
        return -1.0

    def max_utility(self) -> float:
        return 1.0

    def utility_sum(self) -> float:
        return 0.0

    def observation_tensor_shape(self) -> List[int]:
        return [3, self.num_distinct_actions(), self.max_game_length() // self.num_distinct_actions()]


class StepType(enum.Enum):
    FIRST = 0
    MID = 1
    LAST = 2


class TimeStep(NamedTuple):
    """What every player sees after a step; rewards and discounts are None in the first."""

    observations: Dict[str, object]
    rewards: Optional[List[float]]
    discounts: Optional[List[float]]
    step_type: StepType

    def last(self) -> bool:
        return self.step_type is StepType.LAST


class Environment:
    """The loop of agent and environment, as OpenSpiel's rl_environment has it: reset(), then step([action])."""

    def __init__(self, board: str = "7x6", discount: float = 1.0) -> None:
        self.game, self._discount = ConnectFour(board), discount
        self.state = self.game.new_initial_state()

    def reset(self) -> TimeStep:
        self.state = self.game.new_initial_state()
        return TimeStep(self._observe(), None, None, StepType.FIRST)

    def step(self, actions: List[int]) -> TimeStep:
        if self.state.is_terminal():
            return self.reset()
        (action,) = actions
        self.state.apply_action(action)
        is_over = self.state.is_terminal()
        return TimeStep(self._observe(), self.state.rewards(), [0.0 if is_over else self._discount] * 2, StepType.LAST if is_over else StepType.MID)

    def _observe(self) -> Dict[str, object]:
        return {
            "info_state": [self.state.observation_tensor(player) for player in (0, 1)],
            "legal_actions": [self.state.legal_actions(player) for player in (0, 1)],
            "current_player": self.state.current_player(),
        }


def opening_values(board: str, games: int, seed: int = 0) -> List[float]:
    """The mean result for Red of random games after each first move."""
    choice, environment = random.Random(seed).choice, Environment(board)
    results: List[List[float]] = [[] for _ in range(environment.game.num_distinct_actions())]
    for number in range(games):
        environment.reset()
        first = number % len(results)
        step = environment.step([first])
        while not step.last():
            step = environment.step([choice(environment.state.legal_actions())])
        assert step.rewards is not None
        results[first].append(step.rewards[0])
    return [sum(found) / len(found) for found in results]


if __name__ == "__main__":
    for column, value in enumerate(opening_values(sys.argv[1] if len(sys.argv) > 1 else "7x6", 700)):
        print(f"column {column}: {value:+.2f}")
