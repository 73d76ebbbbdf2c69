"""A mailbox keeps each mail whole, in the order of arrival, under one name."""

import mailbox

from stagepost_local import maildir, post_bag


def test_mails_come_in_the_order_of_arrival(tmp_path):
    names = [maildir.deliver(tmp_path / "box", b"%d" % number).name for number in range(20)]

    assert [mail.name for mail in maildir.unseen(tmp_path / "box")] == names
    assert [mail.raw() for mail in maildir.every(tmp_path / "box")] == [
        b"%d" % n for n in range(20)
    ]


def test_a_mail_keeps_its_name_when_it_is_read(tmp_path):
    mail = maildir.deliver(tmp_path, b"x")
    read = maildir.mark_seen(mail)

    assert read.name == mail.name
    assert maildir.unseen(tmp_path) == ()
    assert maildir.find(tmp_path, mail.name) == read
    assert maildir.mark_seen(mail) == read


def test_any_mail_program_reads_the_mailbox(tmp_path):
    maildir.deliver(tmp_path / "box", b"Subject: one\r\n\r\ntext\r\n")
    maildir.deliver(tmp_path / "box", b"Subject: two\r\n\r\ntext\r\n", seen=True)
    subjects = {mail["Subject"] for mail in mailbox.Maildir(tmp_path / "box", create=False)}

    assert subjects == {"one", "two"}


def test_addresses_and_folders_are_two_names_of_one_thing(tmp_path):
    for address in ("you@stagepost.localhost", "a+b@x", "../x@y", "zażółć@x", "..", "%2e@x"):
        folder = maildir.folder_of(tmp_path, address)

        assert folder.parent == tmp_path
        assert folder.name not in ("", ".", "..")
        assert maildir.address_of(folder) == address


def test_an_mbox_holds_what_came_and_what_went_in_the_order_of_time(tmp_path):
    box = tmp_path / "post" / "anna@x"
    maildir.deliver(box, b"Subject: asked\n\nFrom the start\n")
    maildir.deliver(box / maildir.SENT, b"Subject: answered\n\nBID 300\n", seen=True)
    maildir.deliver(tmp_path / "post" / "bruno@x", b"Subject: told\n\nnews\n")
    count = post_bag.tied(tmp_path / "post", tmp_path / "mails.mbox")
    bag = mailbox.mbox(tmp_path / "mails.mbox", create=False)
    found = [(mail["Subject"], mail.get_payload()) for mail in bag]
    bag.close()

    assert count == 3
    assert [subject for subject, _ in found] == ["asked", "answered", "told"]
    assert found[0][1] == ">From the start\n"
