"""Macro files of robots, expanded by the packages `xacrodoc` or `xacro`, if one of them is there."""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike, fspath
from typing import Any


def expanded(
    path: str | PathLike[str], arguments: Mapping[str, Any] | None, packages: Mapping[str, str | PathLike[str]]
) -> str:
    """The text that a macro file becomes with these arguments.

    `xacrodoc` is asked first, since it finds packages without ROS. Raises ImportError if neither package is there, and
    ValueError with the file and what they say if they refuse it.
    """
    words = {name: _word(value) for name, value in (arguments or {}).items()}
    try:
        return _by_xacrodoc(fspath(path), words, packages)
    except ImportError:
        pass
    except Exception as error:
        raise ValueError(f"{fspath(path)}: {error}") from error
    try:
        import xacro
    except ImportError as error:
        message = f"{fspath(path)} is a macro file, and needs a package: pip install xacrodoc"
        raise ImportError(message) from error
    try:
        return str(xacro.process_file(fspath(path), mappings=words).toxml())
    except ImportError as error:
        message = f"{fspath(path)}: xacro alone finds packages in ROS only; pip install xacrodoc finds them without"
        raise ImportError(message) from error
    except Exception as error:
        raise ValueError(f"{fspath(path)}: {error}") from error


def _by_xacrodoc(path: str, words: dict[str, str], packages: Mapping[str, str | PathLike[str]]) -> str:
    import xacrodoc

    if packages:
        xacrodoc.packages.update_package_cache({name: fspath(folder) for name, folder in packages.items()})
    document = xacrodoc.XacroDoc.from_file(path, subargs=words, resolve_packages=False)
    # Not `to_urdf_string`, which makes paths of meshes whole from the folder of the program.
    return str(document.dom.toxml())


def _word(value: Any) -> str:
    """A value as the program `xacro` takes it: booleans in small letters."""
    return str(value).lower() if isinstance(value, bool) else str(value)
