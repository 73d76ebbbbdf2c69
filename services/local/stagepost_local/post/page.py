"""The post office's page: read a mailbox in a browser and answer from it."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jinja2 import Environment
from litestar import Litestar, Request, Response, get, post
from litestar.datastructures import State
from litestar.exceptions import NotFoundException
from litestar.middleware import DefineMiddleware
from litestar.params import FromPath, FromQuery, URLEncodedBody
from litestar.response import Redirect

from stagepost_local import maildir
from stagepost_local.post import desk
from stagepost_local.post.answering import NotTaken, composed, sent
from stagepost_local.post.guard import HEADERS, MAIL_POLICY, PAGE_POLICY, Guard
from stagepost_local.post.reading import Letter, html_document, letter, plain_text
from stagepost_local.post.words import environment, speaker, wanted_language

STATIC = Path(__file__).with_name("static")
STATIC_TYPES = {"post.css": "text/css", "post.js": "text/javascript"}
# A receipt comes within a second or two; after that the page stops asking.
WAIT_SECONDS_MOST = 60.0
RAW_CHARACTERS_SHOWN = 400_000

Page = Response[str]
Form = dict[str, str]


@dataclass(frozen=True, slots=True)
class Office:
    """Where the mailboxes are, whose they are, where answers go, and how pages are written."""

    root: Path
    smtp: tuple[str, int]
    humans: tuple[str, ...]
    programs: frozenset[str]
    templates: Environment


def application(
    root: Path,
    smtp: tuple[str, int],
    names: frozenset[str],
    humans: tuple[str, ...] = (),
    programs: tuple[str, ...] = (),
) -> Litestar:
    """Return the page; `names` are the values of Host that it answers to."""
    office = Office(root, smtp, humans, frozenset(programs), environment())
    return Litestar(
        [show_boxes, show_box, show_mail, show_html, show_raw, answer, count, static],
        state=State({"office": office}),
        middleware=[DefineMiddleware(Guard, names=names)],
        openapi_config=None,
        logging_config=None,
    )


@get("/", sync_to_thread=True)
def show_boxes(request: Request[Any, Any, State], state: State) -> Page:
    """List the mailboxes."""
    office: Office = state.office
    boxes = desk.boxes(office.root, office.programs, office.humans)
    return _page(request, office, "boxes.html", boxes=boxes)


@get("/box/{address:str}", sync_to_thread=True)
def show_box(request: Request[Any, Any, State], state: State, address: FromPath[str]) -> Page:
    """List the mails of one mailbox."""
    office: Office = state.office
    mails = desk.letters(_folder(office, address))
    program = address in office.programs
    return _page(request, office, "box.html", address=address, mails=mails, program=program)


@get("/box/{address:str}/{name:str}", sync_to_thread=True)
def show_mail(
    *,
    request: Request[Any, Any, State],
    state: State,
    address: FromPath[str],
    name: FromPath[str],
    show: FromQuery[str] = "html",
    words: FromQuery[str] = "",
) -> Page:
    """Show one mail, what was answered to it, and the form for an answer."""
    office: Office = state.office
    return _mail_page(
        request, office, address, _mail(office, address, name), show=show, words=words
    )


@get("/box/{address:str}/{name:str}/html", sync_to_thread=True)
def show_html(state: State, address: FromPath[str], name: FromPath[str]) -> Page:
    """Give the HTML part to the frame, with a policy of its own."""
    mail = _mail(state.office, address, name)
    document = html_document(mail, f"/box/{address}/{name}")
    headers = {**HEADERS, "Content-Security-Policy": MAIL_POLICY}
    return Response(document, media_type="text/html; charset=utf-8", headers=headers)


@get("/box/{address:str}/{name:str}/raw", sync_to_thread=True)
def show_raw(state: State, address: FromPath[str], name: FromPath[str]) -> Page:
    """Give the mail as it came."""
    raw = _mail(state.office, address, name).stored.raw().decode("utf-8", "replace")
    headers = {**HEADERS, "Content-Security-Policy": MAIL_POLICY}
    return Response(raw, media_type="text/plain; charset=utf-8", headers=headers)


@post("/box/{address:str}/{name:str}/answer", status_code=200)
async def answer(
    request: Request[Any, Any, State],
    state: State,
    address: FromPath[str],
    name: FromPath[str],
    data: URLEncodedBody[Form],
) -> Page | Redirect:
    """Send the answer and show the mail again, where its receipt will come."""
    office: Office = state.office
    mail = _mail(office, address, name)
    words = data.get("words", "").strip()
    back = f"/box/{address}/{name}"
    if not words:
        return Redirect(f"{back}#answer", status_code=303)
    reply = composed(mail, address, words, quote="quote" in data)
    try:
        await sent(reply, _folder(office, address), office.smtp)
    except NotTaken as problem:
        return _mail_page(
            request, office, address, mail, show="html", words=words, problem=str(problem)
        )
    return Redirect(back, status_code=303)


@get("/count/{address:str}", sync_to_thread=True)
def count(state: State, address: FromPath[str]) -> Response[dict[str, int]]:
    """Say how many mails a mailbox has, for the page that is open."""
    folder = maildir.folder_of(state.office.root, address)
    mails = {"mails": len(maildir.every(folder)), "unseen": len(maildir.unseen(folder))}
    return Response(mails, headers=HEADERS)


@get("/static/{name:str}", sync_to_thread=True)
def static(name: FromPath[str]) -> Response[bytes]:
    """Give the page's style and its few lines of script."""
    if name not in STATIC_TYPES:
        raise NotFoundException
    content = (STATIC / name).read_bytes()
    return Response(content, media_type=STATIC_TYPES[name], headers=HEADERS)


def _mail_page(
    request: Request[Any, Any, State],
    office: Office,
    address: str,
    mail: Letter,
    *,
    show: str,
    words: str,
    problem: str = "",
) -> Page:
    folder = _folder(office, address)
    answers = desk.answered(folder, mail)
    waiting = bool(answers) and answers[0].verdict is None
    return _page(
        request,
        office,
        "mail.html",
        address=address,
        mail=mail,
        show=show if show in ("html", "text", "source") else "html",
        text=plain_text(mail),
        source=mail.stored.raw().decode("utf-8", "replace")[:RAW_CHARACTERS_SHOWN],
        words=words,
        problem=problem,
        answers=answers,
        mails=len(maildir.every(folder)),
        waiting=waiting and time.time() - answers[0].at < WAIT_SECONDS_MOST and not problem,
        upcoming=desk.next_unseen(folder),
    )


def _page(
    request: Request[Any, Any, State], office: Office, template: str, **context: object
) -> Page:
    language = wanted_language(request.headers.get("Accept-Language", ""))
    text = office.templates.get_template(template).render(
        _=speaker(language), language=language, **{"address": "", **context}
    )
    headers = {**HEADERS, "Content-Security-Policy": PAGE_POLICY}
    return Response(text, media_type="text/html; charset=utf-8", headers=headers)


def _folder(office: Office, address: str) -> Path:
    folder = maildir.folder_of(office.root, address)
    if not (folder / "new").is_dir() and address not in office.humans:
        raise NotFoundException
    return folder


def _mail(office: Office, address: str, name: str) -> Letter:
    stored = maildir.find(_folder(office, address), name)
    if stored is None:
        raise NotFoundException
    # A correspondent's mail is left as it is: the program finds it among the new ones.
    return letter(stored if address in office.programs else maildir.mark_seen(stored))
