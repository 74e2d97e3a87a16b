"""The examples: the agent in a ConnectX of the test's own, and the laws of OpenSpiel's states."""
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import types
import unittest

import fourfall

EXAMPLES = pathlib.Path(__file__).resolve().parent / "examples"
sys.path.insert(0, str(EXAMPLES))
import kaggle_connectx  # noqa: E402
import open_spiel_style  # noqa: E402


# As the competition loads a file: it runs it with no name of its own, and calls the function that was defined last.
LOADER = """
import sys
names = {}
exec(compile(open(sys.argv[1]).read(), sys.argv[1], 'exec'), names)
last = [value for value in names.values() if callable(value)][-1]
column = last({'board': [0] * 42, 'mark': 1, 'step': 0}, {'columns': 7, 'rows': 6, 'inarow': 4, 'actTimeout': 20})
print(last.__name__, column, names['fourfall'].__path__[0].rsplit('/', 1)[0])
"""


class ConnectX:
    """ConnectX as its description has it: rows from the top, marks 1 and 2, `inarow` in any direction wins. It shares no code with Fourfall."""

    def __init__(self, columns: int, rows: int, inarow: int, seconds: float = 0.5) -> None:
        self.configuration = types.SimpleNamespace(columns=columns, rows=rows, inarow=inarow, actTimeout=seconds)
        self.board = [0] * (columns * rows)

    def drop(self, column: int, mark: int) -> bool:
        """Whether that wins. A column that is full or not there is an error."""
        columns, rows = self.configuration.columns, self.configuration.rows
        row = max(row for row in range(rows) if self.board[row * columns + column] == 0)
        self.board[row * columns + column] = mark
        return any(self._length(row, column, step, mark) >= self.configuration.inarow for step in ((0, 1), (1, 0), (1, 1), (1, -1)))

    def _length(self, row: int, column: int, step: "tuple[int, int]", mark: int) -> int:
        count = 1
        for sign in (1, -1):
            y, x = row + sign * step[0], column + sign * step[1]
            while 0 <= y < self.configuration.rows and 0 <= x < self.configuration.columns and self.board[y * self.configuration.columns + x] == mark:
                count, y, x = count + 1, y + sign * step[0], x + sign * step[1]
        return count

    def play(self, first, second) -> int:
        """The mark that wins, or 0."""
        for step in range(len(self.board)):
            mark = step % 2 + 1
            observation = types.SimpleNamespace(board=self.board.copy(), mark=mark, step=step, remainingOverageTime=60)
            if self.drop((first, second)[step % 2](observation, self.configuration), mark):
                return mark
        return 0


def at_random(observation, configuration) -> int:
    return random.choice([column for column in range(configuration.columns) if observation.board[column] == 0])


class KaggleTest(unittest.TestCase):
    def test_the_agent_beats_random_moves_on_either_side_of_every_board(self) -> None:
        for board in ((7, 6, 4), (5, 4, 3), (10, 8, 5)):
            self.assertEqual(ConnectX(*board).play(kaggle_connectx.agent, at_random), 1, board)
            # Whoever begins wins on the small board, and random moves find the way in two games of a hundred.
            games = 20 if board == (5, 4, 3) else 1
            results = [ConnectX(*board).play(at_random, kaggle_connectx.agent) for _ in range(games)]
            self.assertGreater(results.count(2), games * 0.6, board)

    def test_the_agent_wins_the_classic_game_against_itself_with_the_last_red_disc(self) -> None:
        game = ConnectX(7, 6, 4, seconds=20)  # every search ends by itself, on a busy machine, too
        self.assertEqual(game.play(kaggle_connectx.agent, kaggle_connectx.agent), 1)
        self.assertEqual(sum(mark == 1 for mark in game.board), 21)

    def test_the_agent_plays_a_legal_move_where_fourfall_has_no_such_board(self) -> None:
        self.assertEqual(kaggle_connectx.agent({"board": [1, 0] + [0] * 38, "mark": 2}, {"columns": 20, "rows": 2, "inarow": 9}), 1)

    def test_the_competition_finds_the_agent_in_what_was_packed(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            packed = pathlib.Path(folder)
            shutil.copy(EXAMPLES / "kaggle_connectx.py", packed / "main.py")
            shutil.copytree(EXAMPLES.parent / "fourfall", packed / "fourfall", ignore=shutil.ignore_patterns("__pycache__"))
            shutil.copy(EXAMPLES.parents[2] / "build" / "libfourfall.so.0", packed)
            shutil.copy(EXAMPLES.parents[2] / "data" / "classic.book", packed)
            place = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "FOURFALL_LIBRARY")}
            ran = subprocess.run([sys.executable, "-B", "-c", LOADER, str(packed / "main.py")], cwd="/", env=place, capture_output=True, text=True, timeout=60, check=False)
            self.assertEqual((ran.returncode, ran.stdout), (0, f"agent 3 {packed}\n"), ran.stderr)

    def test_both_examples_run_as_programs(self) -> None:
        for name, args, says in (("kaggle_connectx.py", [], "red wins"), ("open_spiel_style.py", ["4x4"], "column 3: ")):
            ran = subprocess.run([sys.executable, "-B", str(EXAMPLES / name), *args], capture_output=True, text=True, timeout=60, check=True)
            self.assertIn(says, ran.stdout)


class OpenSpielTest(unittest.TestCase):
    def playout(self, board: str, choice: random.Random) -> "open_spiel_style.State":
        game = open_spiel_style.ConnectFour(board)
        state = game.new_initial_state()
        size = game.observation_tensor_shape()
        while not state.is_terminal():
            player, legal = state.current_player(), state.legal_actions()
            self.assertEqual(player, state.move_number() % 2)
            self.assertEqual((state.legal_actions(player), state.legal_actions(1 - player)), (legal, []))
            self.assertEqual([action for action, is_legal in enumerate(state.legal_actions_mask()) if is_legal], legal)
            self.assertEqual((state.returns(), len(state.observation_tensor(player))), ([0.0, 0.0], size[0] * size[1] * size[2]))
            action = choice.choice(legal)
            self.assertEqual(state.string_to_action(state.action_to_string(player, action)), action)
            before, child = str(state), state.child(action)
            self.assertEqual(str(state), before)
            state.apply_action(action)
            self.assertEqual((str(state), state.history()), (str(child), child.history()))
            child.undo_action(player, action)
            self.assertEqual(str(child), before)
        return state

    def test_states_keep_the_laws_of_open_spiel(self) -> None:
        choice = random.Random(7)
        for board in ("7x6", "4x4", "4x4x4", "6x5c3"):
            state = self.playout(board, choice)
            self.assertEqual((state.current_player(), state.legal_actions(), sum(state.returns())), (open_spiel_style.TERMINAL, [], 0.0))
            self.assertEqual(state.player_return(0), {"red": 1.0, "yellow": -1.0, None: 0.0}[fourfall.Game(str(state)).winner])
            self.assertRaises(fourfall.Error, state.apply_action, 0)
            self.assertRaises(ValueError, state.undo_action, state.move_number() % 2, 0)

    def test_planes_have_own_discs_those_of_the_opponent_and_empty_cells(self) -> None:
        state = open_spiel_style.ConnectFour("4x4").new_initial_state()
        state.apply_action(1)
        own, other = state.observation_tensor(0), state.observation_tensor(1)
        self.assertEqual((own[:16].index(1.0), other[16:32].index(1.0)), (4, 4))
        self.assertEqual((sum(own[:16]), sum(own[16:32]), sum(own[32:]), own[32:]), (1, 0, 15, other[32:]))

    def test_an_environment_has_time_steps(self) -> None:
        environment = open_spiel_style.Environment("7x6", discount=0.9)
        step = environment.reset()
        self.assertEqual((step.step_type, step.rewards, step.observations["current_player"]), (open_spiel_style.StepType.FIRST, None, 0))
        steps = [environment.step([column]) for column in (0, 1, 0, 1, 0, 1, 0)]
        self.assertEqual([(step.last(), step.rewards, step.discounts) for step in steps[-2:]], [(False, [0.0, 0.0], [0.9, 0.9]), (True, [1.0, -1.0], [0.0, 0.0])])
        self.assertEqual(environment.step([3]).step_type, open_spiel_style.StepType.FIRST)


if __name__ == "__main__":
    unittest.main()
