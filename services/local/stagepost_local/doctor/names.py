"""The mail domain in DNS: who takes its mail, who may send for it, and what is made of forgeries."""

from __future__ import annotations

import ipaddress
from typing import Final

import dns.exception
import dns.resolver
import dns.reversename

from stagepost_local.doctor.findings import Finding, Findings, ok, skipped, warning, wrong
from stagepost_local.doctor.patient import Patient
from stagepost_local.settings import PREFIX

OWN_NAMES: Final = (".localhost", ".local", ".test", ".invalid", ".internal", ".example")
POLICIES_STRICT: Final = ("quarantine", "reject")
ADDRESS_KINDS: Final = ("A", "AAAA")
NOT_THERE: Final = (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer)
PORT: Final = 53


class Names:
    """What a name server says; a name without such a record has none."""

    def __init__(self, server: str, seconds: float) -> None:
        self._resolver = _resolver(server)
        self._resolver.lifetime = seconds

    def all(self, name: str, kind: str) -> list[str]:
        """Return the records as text. Raises dns.exception.DNSException."""
        try:
            found = self._resolver.resolve(name, kind, search=False)
        except NOT_THERE:
            return []
        return [_text(record) for record in found]

    def pointer(self, address: str) -> list[str]:
        """Return the names of an address. Raises dns.exception.DNSException."""
        return self.all(str(dns.reversename.from_address(address)), "PTR")


def domain_known(patient: Patient) -> Findings:
    """Look the domain up as the world does."""
    domain = patient.mail_domain
    if f".{domain}".endswith(OWN_NAMES) and not patient.dns:
        yield skipped("dns: MX", f"{domain} is a name for this machine only; nobody looks it up.")
        return
    names = Names(patient.dns, patient.seconds)
    try:
        yield from _arrives(names, domain)
        yield _spf(names, domain)
        yield _dkim(names, domain, patient.selector)
        yield _dmarc(names, domain)
    except dns.exception.DNSException as error:
        said = f"The name server does not answer for {domain}: {error}"
        yield wrong("dns: server", said, "See /etc/resolv.conf, or name another one with --dns.")


def _arrives(names: Names, domain: str) -> Findings:
    """Who takes the mail, at which address, and what that address is called."""
    found = sorted(names.all(domain, "MX"))
    hosts = [host for host in (record.split()[-1].rstrip(".") for record in found) if host]
    if not found:
        remedy = f"Add one: {domain}. MX 10 <your mail host>."
        yield wrong("dns: MX", f"{domain} has no MX record: replies may not arrive.", remedy)
        return
    if not hosts:
        remedy = f"Take the null MX away, or choose another {PREFIX}MAIL_DOMAIN."
        yield wrong("dns: MX", f"{domain} says that it takes no mail (RFC 7505).", remedy)
        return
    yield ok("dns: MX", f"Mail for {domain} goes to {', '.join(hosts)}.")
    for host in hosts:
        addresses = [one for kind in ADDRESS_KINDS for one in names.all(host, kind)]
        if not addresses:
            remedy = f"Add an A or AAAA record for {host}; an alias will not do (RFC 5321)."
            yield wrong("dns: address", f"{host} has no address.", remedy)
            continue
        yield ok("dns: address", f"{host} is at {', '.join(addresses)}.")
        for address in addresses:
            yield _reverse(names, host, address)


def _reverse(names: Names, host: str, address: str) -> Finding:
    check = "dns: reverse"
    if ipaddress.ip_address(address).is_private:
        return skipped(check, f"{address} is of a private network; nobody outside looks it up.")
    called = [name.rstrip(".") for name in names.pointer(address)]
    if host in called:
        return ok(check, f"{address} is called {host}.")
    said = f"{address} is called {', '.join(called) or 'nothing'}, and not {host}."
    remedy = "If that host also sends our mail, let its network's operator set the PTR record."
    return warning(check, said, remedy)


def _spf(names: Names, domain: str) -> Finding:
    check = "dns: SPF"
    found = [text for text in names.all(domain, "TXT") if text.lower().split()[:1] == ["v=spf1"]]
    example = f'{domain}. TXT "v=spf1 a:<your sending host> -all"'
    if not found:
        said = f"{domain} does not say who may send for it: mails will be taken for forged."
        return wrong(check, said, f"Add one: {example}")
    if len(found) > 1:
        return wrong(check, f"{domain} has {len(found)} SPF records: none counts.", "Keep one.")
    words = found[0].lower().split()
    if any(word.endswith("all") and word[0] not in "-~?" for word in words[1:]):
        return wrong(
            check, f"Anybody may send for {domain}: {found[0]}", f"End it with -all: {example}"
        )
    if len(words) == 1 or not (words[-1].endswith("all") or words[-1].startswith("redirect=")):
        said = f"It does not say what of all others: {found[0]}"
        return warning(check, said, f"End it with -all: {example}")
    return ok(check, f"{found[0]}")


def _dkim(names: Names, domain: str, selector: str) -> Finding:
    check = "dns: DKIM"
    if not selector:
        return skipped(
            check,
            "Our mail host signs, and by which selector is its own: --selector NAME looks at it.",
        )
    name = f"{selector}._domainkey.{domain}"
    found = [text for text in names.all(name, "TXT") if "p=" in text.replace(" ", "")]
    if not found:
        return wrong(
            check, f"There is no key at {name}.", "Publish the one your mail host signs by."
        )
    if any(part.strip() in ("p=", "p") for part in found[0].split(";")):
        return wrong(check, f"The key at {name} is revoked.", "Publish the one that signs now.")
    return ok(check, f"There is a key at {name}.")


def _dmarc(names: Names, domain: str) -> Finding:
    """The domain's own policy, or that of the domain above it, which then speaks for it."""
    check = "dns: DMARC"
    above = domain
    while above.count("."):
        found = [text for text in names.all(f"_dmarc.{above}", "TXT") if _is_dmarc(text)]
        if found:
            return _policy(found[0], above)
        above = above.partition(".")[2]
    said = f"{domain} has no DMARC policy: large mail hosts refuse such mail, or hide it."
    remedy = f'Add one: _dmarc.{domain}. TXT "v=DMARC1; p=quarantine; rua=mailto:you@..."'
    return wrong(check, said, remedy)


def _policy(text: str, domain: str) -> Finding:
    tags = dict(part.strip().lower().split("=", 1) for part in text.split(";") if "=" in part)
    policy = tags.get("p", "").strip()
    if policy in POLICIES_STRICT:
        return ok("dns: DMARC", f"_dmarc.{domain}: {text}")
    said = f"_dmarc.{domain} asks for nothing: p={policy or '(none)'}."
    remedy = "Once the reports show that our own mail passes, write p=quarantine."
    return warning("dns: DMARC", said, remedy)


def _is_dmarc(text: str) -> bool:
    return text.lower().replace(" ", "").startswith("v=dmarc1")


def _resolver(server: str) -> dns.resolver.Resolver:
    if not server:
        return dns.resolver.Resolver()
    host, mark, port = server.rpartition(":")
    resolver = dns.resolver.Resolver(configure=False)
    resolver.nameservers = [host.strip("[]") if mark else server]
    resolver.port = int(port) if mark else PORT
    return resolver


def _text(record: object) -> str:
    strings = getattr(record, "strings", None)
    if strings is None:
        return str(record)
    return b"".join(strings).decode(errors="replace")
