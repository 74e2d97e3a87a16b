import ctypes
import os
import subprocess
import sys
import unittest

import fourfall
from fourfall import _abi


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

    def test_a_missing_library_says_what_to_do(self) -> None:
        place = {**os.environ, "FOURFALL_LIBRARY": "/nowhere/libfourfall.so.0"}
        run = subprocess.run([sys.executable, "-c", "import fourfall"], env=place, capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(run.returncode, 1)
        self.assertRegex(run.stderr, "ImportError: /nowhere/.*make release.*FOURFALL_LIBRARY")

    def test_a_position_is_solved_and_drawn(self) -> None:
        self.assertEqual(fourfall.Game("274552224131661").solve(), 0)
        self.assertIn("<svg", fourfall.Game("cube:mmgh").svg())


if __name__ == "__main__":
    unittest.main()
