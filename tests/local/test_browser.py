"""A newcomer with a browser: reads the prompt, writes an answer, sees the receipt."""

import shutil
from email import message_from_bytes, policy

import pytest

YOU = "you@stagepost.localhost"
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: apt-get install chromium"),
    # Playwright leaves its pipe to the garbage collector.
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


@pytest.fixture
def page():
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser.new_page()
        browser.close()


@pytest.mark.parametrize("scripts", [True, False])
def test_a_prompt_is_read_and_answered_with_and_without_scripts(
    office, catcher, mails, page, scripts
):
    context = page.context.browser.new_context(java_script_enabled=scripts)
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    office.put(mails.prompt())
    page.goto(office.url)
    page.get_by_role("link", name=YOU).click()
    page.get_by_role("link", name="what do you bid").click()
    frame = page.frame_locator("iframe")

    assert frame.get_by_role("heading").inner_text() == "Lot 1"
    frame.get_by_role("link", name="[BID 300]").click()
    page.wait_for_url("**words=BID%20300**")

    assert page.get_by_label("Your answer").input_value() == "BID 300"
    assert page.title() != "broken"
    page.get_by_role("button", name="Send").click()
    page.get_by_role("heading", name="Your answer was sent").wait_for()
    sent = message_from_bytes(catcher.mails[0][2], policy=policy.default)
    receipt = mails.prompt(kind="receipt", text="Sealed: [BID 300]")
    receipt["In-Reply-To"] = sent["Message-ID"]
    office.put(receipt)
    page.get_by_text("Sealed: [BID 300]").wait_for()

    assert sent.get_content() == "BID 300\n"
    assert [url for url in asked if not url.startswith((office.url, "data:"))] == []
    context.close()
