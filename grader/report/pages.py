"""What every page is made with: templates that clean and escape each value, our own style, and a policy for it."""

from __future__ import annotations

import base64
import hashlib
from pathlib import Path
from typing import Any

from jinja2 import ChainableUndefined, Environment, FileSystemLoader
from markupsafe import Markup

from grader.submission.text import clean

_TEMPLATES = Path(__file__).parent / "templates"


def templates(vocabulary: dict[str, Any], style: str, script: str = "") -> Environment:
    """The templates; they may use what `vocabulary` names, `style`, `script`, and the `policy` that allows these."""
    made = Environment(
        loader=FileSystemLoader(_TEMPLATES),
        autoescape=True,
        finalize=_shown,
        undefined=ChainableUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals.update(vocabulary, style=style, script=script, policy=_policy(style, script))
    return made


def own(*names: str) -> Markup:
    """The text of files beside the templates, one after the other."""
    texts = ((_TEMPLATES / name).read_text(encoding="utf-8") for name in names)
    return Markup("".join(texts))  # noqa: S704 - files of ours, never a hand-in's


def _shown(value: Any) -> Any:
    """Every value on its way into the page: text is cleaned here, and escaped by the engine right after."""
    return clean(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def _policy(style: str, script: str) -> str:
    """The content security policy: nothing loads, and only our own style and script, known by their hashes, apply."""
    scripts = f"script-src '{_hash(script)}'; " if script else ""
    return f"default-src 'none'; style-src '{_hash(style)}'; {scripts}base-uri 'none'; form-action 'none'"


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
