"""What a program sent to its terminal, taken apart: text and control sequences, by the grammar of ECMA-48.

A test that says "no byte of this text reached the terminal as a control" cannot ask the emulator, which
swallows what it does not know. This scanner knows no meanings at all, only the grammar, so nothing escapes
it: the seven-bit controls, the eight-bit ones as UTF-8 carries them, strings that never end, bytes that are
no UTF-8. The emulator is fed from it as well, so both always agree on where a sequence ends.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

TEXT, CONTROL, ESCAPE, CSI, STRING, INVALID = "text", "control", "escape", "csi", "string", "invalid"

STRINGS = {"P": "DCS", "]": "OSC", "X": "SOS", "^": "PM", "_": "APC"}
"""The controls that open a string, by the letter after ESC."""

_EIGHT_BIT = {chr(0x40 + ord(final)): final for final in "[P]X^_\\"}
_PLAIN = re.compile("[^\x00-\x1f\x7f-\x9f\ud800-\udfff]+")
_CSI = re.compile(r"([<-?]?)([0-?]*)([ -/]*)([@-~])")
_CSI_UNFINISHED = re.compile(r"[0-?]*[ -/]*\Z")
_ESCAPE = re.compile(r"([ -/]*)([0-~])")
_ESCAPE_UNFINISHED = re.compile(r"[ -/]*\Z")
_STRING_END = re.compile("\x1b\\\\|\x9c|\x07|\x1b(?=[^\\\\])|[\x18\x1a]")


class Token(NamedTuple):
    """One piece of a terminal's input.

    Args:
        kind: TEXT, CONTROL (one code), ESCAPE, CSI, STRING or INVALID (bytes that are no UTF-8).
        raw: the piece as it was sent.
        prefix: the private marker of a CSI (`?`, `>`, …), the name of a string (`OSC`), else empty.
        parameters: what stands between marker and final byte; the contents of a string.
        final: intermediate bytes and final byte.
    """

    kind: str
    raw: str
    prefix: str = ""
    parameters: str = ""
    final: str = ""

    @property
    def shape(self) -> str:
        """What kind of order it is: modes with their numbers, colours and positions without theirs."""
        if self.kind == CSI:
            return f"CSI {self.prefix}{self.parameters if self.final in 'hl' else ''}{self.final}"
        if self.kind == STRING:
            return f"{self.prefix} {self.parameters.partition(';')[0]}"
        if self.kind == ESCAPE:
            return f"ESC {self.final}"
        return f"{self.kind} {' '.join(f'{ord(code):02X}' for code in self.raw)}"


class Scanner:
    """Takes a stream apart as it comes; a piece cut in two by a read is held back until its rest is there."""

    def __init__(self) -> None:
        self._decode = codecs.getincrementaldecoder("utf-8")("surrogateescape").decode
        self._rest = ""

    def feed(self, data: bytes) -> Iterator[Token]:
        """The pieces that `data` completes."""
        text = self._rest + self._decode(data)
        self._rest = ""
        at = 0
        while at < len(text):
            token = _next(text, at)
            if token is None:
                self._rest = text[at:]
                return
            yield token
            at += len(token.raw)

    @property
    def unfinished(self) -> str:
        """What has been sent of a sequence that has not ended."""
        return self._rest


def scan(data: bytes) -> list[Token]:
    """All pieces of `data`; one that never ends is the last of them, as INVALID."""
    scanner = Scanner()
    tokens = list(scanner.feed(data))
    if scanner.unfinished:
        tokens.append(Token(INVALID, scanner.unfinished))
    return tokens


def shapes(tokens: Iterable[Token]) -> set[str]:
    """The kinds of orders among `tokens`: what a run with harmless text may be compared by."""
    return {token.shape for token in tokens if token.kind != TEXT}


def printed(tokens: Iterable[Token]) -> str:
    """Everything that was sent to be drawn, one after the other."""
    return "".join(token.raw for token in tokens if token.kind == TEXT)


def _next(text: str, at: int) -> Token | None:
    """The piece that begins at `at`, or None when its end has not come yet."""
    plain = _PLAIN.match(text, at)
    if plain:
        return Token(TEXT, plain.group())
    first = text[at]
    if first >= "\ud800":
        return Token(INVALID, first)
    if first == "\x1b":
        if at + 1 == len(text):
            return None
        return _after(text, at, at + 1)
    if first in _EIGHT_BIT:
        return _opened(text, at, at + 1, _EIGHT_BIT[first])
    return Token(CONTROL, first)


def _after(text: str, at: int, inner: int) -> Token | None:
    """The sequence of an ESC at `at`."""
    if text[inner] in STRINGS or text[inner] == "[":
        return _opened(text, at, inner + 1, text[inner])
    match = _ESCAPE.match(text, inner)
    if match:
        return Token(ESCAPE, text[at : match.end()], final="".join(match.groups()))
    if _ESCAPE_UNFINISHED.match(text, inner):
        return None
    return Token(CONTROL, text[at])


def _opened(text: str, at: int, inner: int, letter: str) -> Token | None:
    """The sequence whose introducer for `letter` ends before `inner`."""
    if letter == "\\":
        return Token(ESCAPE, text[at:inner], final=letter)
    if letter == "[":
        match = _CSI.match(text, inner)
        if match:
            prefix, parameters, intermediates, final = match.groups()
            return Token(CSI, text[at : match.end()], prefix, parameters, intermediates + final)
        return None if _CSI_UNFINISHED.match(text, inner) else Token(CONTROL, text[at:inner])
    end = _STRING_END.search(text, inner)
    if end is None:
        return None
    stop = end.start() if end.group() == "\x1b" else end.end()
    return Token(STRING, text[at:stop], STRINGS[letter], text[inner : end.start()])
