"""Calls that tests of the API make often."""

OPERATOR = "operator-token-of-the-tests"
SERVICE = "service-token-of-the-tests"
NAMES = ("Anna", "Piotr", "Marcin", "Krzysiek")


def bearer(token: str, **more: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"} | more


def wish(seats: int = 4, **more) -> dict:
    people = [{"name": name, "address": f"{name.lower()}@example.org"} for name in NAMES[:seats]]
    return {"game": "pola_naftowe", "seats": people} | more


async def make(engine, **more) -> dict:
    answer = await engine.post("/matches", json=wish(**more), headers=bearer(OPERATOR))
    assert answer.status_code == 201, answer.text

    return answer.json()


async def say(engine, made: dict, seat: str, text: str, step: int = 1, **headers):
    return await engine.post(
        f"/matches/{made['match']}/moves",
        json={"step": step, "text": text},
        headers=bearer(made["seats"][seat], **headers),
    )
