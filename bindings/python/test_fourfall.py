import ctypes
import os
import pathlib
import subprocess
import sys
import unittest

import fourfall
from fourfall import _abi
from fourfall._library import lib

DATA = pathlib.Path(__file__).resolve().parents[2] / "data"


class FourfallTest(unittest.TestCase):
    def test_structs_lie_where_the_compiler_places_them(self) -> None:
        for (struct, field), wanted in _abi.LAYOUT.items():
            made = getattr(_abi, struct)
            found = (getattr(made, field).offset, getattr(made, field).size) if field else (0, ctypes.sizeof(made))
            self.assertEqual(found, wanted, (struct, field))

    def test_a_game_is_played_to_its_end(self) -> None:
        game = fourfall.Game("121212")
        self.assertFalse(game.is_over)
        game.drop(0)
        self.assertEqual((game.winner, game.is_over, game.columns, str(game)), ("red", True, [], "7x6:1212121"))
        game.undo()
        self.assertEqual(game.columns, [0, 1, 2, 3, 4, 5, 6])

    def test_refusals_have_the_names_of_the_core(self) -> None:
        game = fourfall.Game("111111")
        with self.assertRaises(fourfall.Error) as caught:
            game.drop(0)
        self.assertEqual((caught.exception.name, str(caught.exception)), ("E_FULL", "The column is full"))
        with self.assertRaises(fourfall.Error):
            fourfall.Game("99x1:")

    def test_what_is_no_column_is_refused(self) -> None:
        game = fourfall.Game()
        for column in (7, -1, 2**32, 2**32 + 3, -(2**32)):
            with self.assertRaises(fourfall.Error) as caught:
                game.drop(column)
            self.assertEqual(caught.exception.name, "E_COLUMN", column)
        for column in ("3", 3.0, None):
            with self.assertRaises(TypeError):
                game.drop(column)  # type: ignore[arg-type]
        self.assertEqual(str(game), "7x6:")

    def test_what_is_no_text_no_file_and_no_game_is_named(self) -> None:
        bot = fourfall.Bot(level="easy")
        for make, says in (
            (lambda: fourfall.Game(None), "a game must be str, not NoneType"),  # type: ignore[arg-type]
            (lambda: fourfall.Bot(7), "a board must be str, not int"),  # type: ignore[arg-type]
            (lambda: fourfall.Bot(book="data/classic.book"), "a book must be bytes, not str"),  # type: ignore[arg-type]
            (lambda: fourfall.Bot(network="data/cube.net"), "a network must be bytes, not str"),  # type: ignore[arg-type]
            (lambda: bot.choose("44"), "a game must be Game, not str"),  # type: ignore[arg-type]
        ):
            self.assertRaisesRegex(TypeError, f"^{says}$", make)
        self.assertRaisesRegex(fourfall.Error, "^This character names no column of the board: index 1 of '7x6'$", fourfall.Game, "7x6")
        self.assertRaisesRegex(fourfall.Error, "^Width must be between 1 and 12$", fourfall.Game, "13x6:4")

    def test_a_missing_library_says_what_to_do(self) -> None:
        place = {**os.environ, "FOURFALL_LIBRARY": "/nowhere/libfourfall.so.0"}
        run = subprocess.run([sys.executable, "-c", "import fourfall"], env=place, capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(run.returncode, 1)
        self.assertRegex(run.stderr, "ImportError: /nowhere/.*make release.*FOURFALL_LIBRARY")

    def test_a_position_is_solved_and_drawn(self) -> None:
        self.assertEqual(fourfall.Game("274552224131661").solve(), 0)
        self.assertIn("<svg", fourfall.Game("cube:mmgh").svg())

    def test_a_position_is_made_of_its_cells(self) -> None:
        for text in ("4453", "5x5x5:mmgh", "7x6:1212121", "9x7c5:1234"):
            game = fourfall.Game(text)
            made = fourfall.Game.from_cells(game.board, game.cells)
            self.assertEqual((made.cells, made.columns, made.turn, made.winner), (game.cells, game.columns, game.turn, game.winner))
        for name, cells in (("E_COUNTS", [0, 0]), ("E_FLOATING", [None, 0]), ("E_CELL", [7]), ("E_CELL", [2**32])):
            with self.assertRaises(fourfall.Error) as caught:
                fourfall.Game.from_cells("7x6", cells + [None] * (42 - len(cells)))
            self.assertEqual(caught.exception.name, name)
        with self.assertRaises(ValueError):
            fourfall.Game.from_cells("7x6", [])

    def test_a_copy_goes_on_by_itself(self) -> None:
        game = fourfall.Game("44")
        copy = game.copy()
        copy.drop(0)
        game.undo()
        self.assertEqual((str(game), str(copy)), ("7x6:4", "7x6:441"))

    def test_every_level_and_style_plays_every_kind_of_board(self) -> None:
        for board in ("7x6", "9x7c5", "4x4x4"):
            game = fourfall.Game(f"{board}:")
            for level in fourfall.LEVELS:
                self.assertIn(fourfall.Bot(board, level).choose(game, limit_ms=20), game.columns)
            for style in fourfall.STYLES:
                self.assertIn(fourfall.Bot(board, "medium", style).choose(game), game.columns)

    def test_a_bot_uses_its_book_and_its_network(self) -> None:
        bot = fourfall.Bot(book=(DATA / "classic.book").read_bytes())
        self.assertEqual([bot.choose(fourfall.Game(text)) for text in ("", "4", "44")], [3, 3, 3])
        network, cube = (DATA / "cube.net").read_bytes(), fourfall.Game("5x5x5:mamb")
        with_network, without = fourfall.Bot("5x5x5", "hard", network=network), fourfall.Bot("5x5x5", "hard")
        self.assertEqual(with_network.choose(cube), with_network.choose(cube))
        self.assertNotEqual(with_network.choose(cube), without.choose(cube))
        with self.assertRaises(fourfall.Error) as caught:
            fourfall.Bot(network=network)
        self.assertEqual(caught.exception.name, "E_BOT_BOARD")

    def test_a_search_ends_at_its_limit_and_a_seed_repeats_a_choice(self) -> None:
        for limit_ms, was_stopped in ((1, True), (None, False)):
            bot = fourfall.Bot("6x5")
            self.assertIn(bot.choose(fourfall.Game("6x5:"), limit_ms=limit_ms), range(6))
            self.assertEqual(lib.ff_bot_thought(bot._bot).was_stopped, was_stopped)
        easy = fourfall.Bot(level="easy")
        chosen = [[easy.choose(fourfall.Game(), seed) for seed in range(20)] for _ in range(2)]
        self.assertEqual(chosen[0], chosen[1])
        self.assertGreater(len(set(chosen[0])), 1)

    def test_a_bot_refuses_what_it_cannot_use(self) -> None:
        for make in (lambda: fourfall.Bot(level="godlike"), lambda: fourfall.Bot(style="rude")):
            self.assertRaises(ValueError, make)
        for name, make in (("E_WIDTH", lambda: fourfall.Bot("13x6")), ("E_BOOK", lambda: fourfall.Bot(book=b"no")), ("E_NETWORK", lambda: fourfall.Bot(network=b"no")), ("E_BOT_BOARD", lambda: fourfall.Bot().choose(fourfall.Game("5x5x5:"))), ("E_OVER", lambda: fourfall.Bot().choose(fourfall.Game("1212121")))):
            with self.assertRaises(fourfall.Error) as caught:
                make()
            self.assertEqual(caught.exception.name, name)


if __name__ == "__main__":
    unittest.main()
