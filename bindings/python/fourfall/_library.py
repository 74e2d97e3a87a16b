"""The shared library, with types for every function, and its refusals."""
import ctypes
import os
import pathlib
from typing import Callable, Type

from . import _abi


def _load() -> ctypes.CDLL:
    built = pathlib.Path(__file__).resolve().parents[3] / "build" / "libfourfall.so.0"
    named = os.environ.get("FOURFALL_LIBRARY")
    try:
        library = ctypes.CDLL(named or (str(built) if built.exists() else "libfourfall.so.0"))
    except OSError as error:
        raise ImportError(
            f"{error}. Build the library (make release), install it (make install, then ldconfig), or name its file in FOURFALL_LIBRARY"
        ) from error
    for name, (result, parameters) in _abi.FUNCTIONS.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, parameters
    return library


lib = _load()


class Error(Exception):
    """A refusal of the core. `name` is its name in the header, such as "E_FULL"."""

    def __init__(self, code: int, about: str = "") -> None:
        self.name: str = lib.ff_err_name(code).decode()
        super().__init__(lib.ff_err_text(code).decode() + about)


def check(code: int) -> None:
    """Raises the error of a call that failed."""
    if code:
        raise Error(code)


def check_type(what: str, given: object, wanted: Type[object]) -> None:
    """Raises a TypeError for what ctypes would take for something else, or refuse without saying what it is."""
    if not isinstance(given, wanted):
        raise TypeError(f"{what} must be {wanted.__name__}, not {type(given).__name__}")


def text_of(size: int, write: Callable[[_abi.ff_text], int]) -> str:
    """What `write` writes into `size` bytes."""
    memory = ctypes.create_string_buffer(size)
    check(write(lib.ff_text_on(memory, size)))
    return memory.value.decode()


def version() -> str:
    """The version of the library that is loaded."""
    return str(lib.ff_version().decode())
