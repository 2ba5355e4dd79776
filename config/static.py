"""Static files under names that change with their content, compressed once."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage

# Our modules import each other by names that change with their content too.
OUR_MODULES = ("js/*.js", ((r'(?P<matched>from "(?P<url>\.{1,2}/[\w./-]+\.js)";)', 'from "%(url)s";'),))


class Storage(CompressedManifestStaticFilesStorage):
    """WhiteNoise's storage, without the minute that Brotli takes at every start.

    Only the names that pages link to are compressed, and those never change once they are.
    """

    # Django's own patterns would look into the scripts of installed packages as well.
    patterns = (*CompressedManifestStaticFilesStorage.patterns, OUR_MODULES)

    def create_compressor(self, **kwargs: Any) -> Compressor:
        return Compressor(use_brotli=False, **kwargs)

    def compress_files(self, paths: Iterable[str]) -> Iterator[tuple[str, str]]:
        linked = set(self.hashed_files.values()) & set(paths)
        new = (name for name in linked if not Path(self.path(f"{name}.gz")).exists())
        yield from super().compress_files(new)
