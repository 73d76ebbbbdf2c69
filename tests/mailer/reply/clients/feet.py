"""What stands under a writer's words without being theirs: footers of apps, lists, firms, scanners."""

from __future__ import annotations

# One line each, put under every mail by an app.
APPS = """
Sent from my iPhone
Sent from my iPad
Sent from my Galaxy
Sent from my Samsung Galaxy smartphone.
Sent from Samsung tablet
Sent from Yahoo Mail on Android
Sent from Yahoo Mail for iPhone
Sent from Mail for Windows
Sent from Mail for Windows 10
Sent from Outlook for Android
Sent from Outlook for iOS
Sent from Proton Mail mobile
Sent from Proton Mail for iOS.
Sent with Proton Mail secure email.
Sent with ProtonMail Secure Email.
Sent with Spark
Sent via Superhuman
Sent from Edison Mail
Sent from BlueMail
Sent from my Huawei phone
Sent from my Xiaomi
Sent from my mobile device
Sent from my Android device with K-9 Mail. Please excuse my brevity.
Sent from Thunderbird for Android
Sent with Airmail
Sent from Nine
Sent from myMail for iOS
Sent from Mailspring
Sent from Aqua Mail for Android
Sent from AOL on Android
Sent using Zoho Mail
Sent using Hey
Sent from FairEmail
Get Outlook for iOS
Get Outlook for Android
Get Outlook for iOS<https://aka.ms/o0ukef>
Get BlueMail for Android
Get the Outlook app
Get TypeApp for Android
Securely sent with Tutanota. Claim your encrypted mailbox today!
Secured with Tuta Mail:
(Sent from my phone)
<<sent by galaxy>>
Wysłano z iPhone'a
Wysłane z iPhone’a
Wysłano z iPada
Wysłane z iPhonea
Wysłano z mojego iPhone'a
Wysłane z telefonu Samsung Galaxy.
Wysłano z mojego telefonu z Androidem
Wysłano ze smartfona Samsung Galaxy
Wysłane z mojego Galaxy
Wysłano z systemu Outlook dla systemu Android
Wysłano z aplikacji Poczta dla systemu Windows
Wysłane z Poczty dla systemu Windows 10
Wysłano z aplikacji WP Poczta
Wysłano z aplikacji Onet Poczta
Wysłane przez Interia Poczta
Wysłano za pomocą ProtonMail
Wysłano z Yahoo Mail na Androidzie
Pobierz aplikację Outlook dla systemu iOS
Pobierz program Outlook dla systemu Android
나의 iPhone에서 보냄
나의 iPad에서 보냄
내 iPhone에서 보냄
내 Galaxy에서 보냄
Galaxy에서 보냄
삼성 갤럭시 스마트폰에서 보냈습니다.
Samsung Galaxy 스마트폰에서 보냄.
iOS용 Outlook 다운로드
Android용 Outlook 다운로드
네이버 메일 앱에서 보냄
카카오메일 앱에서 보낸 메일입니다.
Windows용 메일에서 보냄
Von meinem iPhone gesendet
Von meinem iPad gesendet
Von meinem Samsung Galaxy Smartphone gesendet.
Von meinem Galaxy gesendet
Gesendet von Mail für Windows
Gesendet von Outlook für Android
Gesendet mit der GMX Mail App
Gesendet mit der WEB.DE Mail App
Gesendet mit der Telekom Mail App
Diese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.
Laden Sie Outlook für iOS herunter
Outlook für Android beziehen
Envoyé de mon iPhone
Envoyé depuis mon iPhone
Envoyé à partir de Outlook pour Android
Envoyé à partir de Courrier pour Windows
Envoyé depuis l'application Mail Orange
Envoyé depuis mon appareil Galaxy
Télécharger Outlook pour iOS
Obtenir Outlook pour Android
Enviado desde mi iPhone
Enviado desde mi Galaxy
Enviado desde Correo para Windows
Enviado desde Outlook para Android
Obtener Outlook para iOS
Inviato da iPhone
Inviato dal mio iPhone
Inviato dal mio Galaxy
Inviato da Posta per Windows
Inviato da Outlook per Android
Inviato da Libero Mail per Android
Ottieni Outlook per iOS
Scarica Outlook per Android
Verstuurd vanaf mijn iPhone
Verzonden vanaf mijn Galaxy
Verzonden vanuit Mail voor Windows
Verzonden met BlackBerry Work
Outlook voor iOS downloaden
Outlook voor Android downloaden
Download Outlook voor iOS
Enviado do meu iPhone
Enviado do meu Galaxy
Enviado do Email para Windows
Enviado a partir do Outlook para Android
Obter o Outlook para iOS
Obter Outlook para Android
Baixar o Outlook para Android
Skickat från min iPhone
Skickat från min Galaxy
Skickat från E-post för Windows
Skaffa Outlook för iOS
Hämta Outlook för Android
Sendt fra min iPhone
Sendt fra min Galaxy
Sendt fra Outlook til Android
Sendt fra Mail til Windows
Hent Outlook til iOS
Få Outlook til Android
Få Outlook for iOS
Last ned Outlook for iOS
Lähetetty iPhonesta
Lähetetty Galaxysta
Lähetetty Windowsin Sähköpostista
Hanki Outlook for iOS
Odesláno z iPhonu
Odesláno z mého iPhonu
Odesláno z Outlooku pro Android
Získat Outlook pro iOS
Stáhnout Outlook pro Android
Odoslané z iPhonu
Az iPhone-omról küldve
iPhone-ról küldve
Elküldve az iPhone-omról
A Outlook beszerzése iOS rendszerhez
iPhone'umdan gönderildi
iPhone’umdan gönderildi
Samsung Galaxy akıllı telefonumdan gönderildi.
iOS için Outlook'u edinin
Android için Outlook'u edinin
Отправлено с iPhone
Отправлено с моего iPhone
Отправлено с устройства Samsung
Отправлено из мобильной Почты Mail.ru
Отправлено из мобильной Яндекс Почты
Отправлено из Почты для Windows
Отправлено из Outlook для Android
Скачать Outlook для iOS
Получить Outlook для Android
Надіслано з iPhone
Відправлено з iPhone
Надіслано з пристрою Samsung
Отримати Outlook для Android
iPhoneから送信
iPhoneから送信されました
私のiPhoneから送信
Galaxyから送信
Windows 版のメールから送信
iOS 版 Outlook を入手
Outlook for iOS を入手
Android 版 Outlook を入手
Yahoo!メールアプリから送信
发自我的iPhone
发自我的 iPhone
发自我的小米手机
发自我的华为手机
发自网易邮箱大师
从 Windows 版邮件发送
获取 Outlook for iOS
從我的 iPhone 傳送
從我的iPhone傳送
取得 iOS 版 Outlook
下載 Outlook for Android
Trimis de pe iPhone-ul meu
Poslano s iPhonea
Poslano sa mog iPhone uređaja
Poslano iz mojega iPhona
Изпратено от iPhone
Послато са iPhone-а
Στάλθηκε από το iPhone μου
נשלח מה-iPhone שלי
أُرسلت من الـ iPhone
Đã gửi từ iPhone của tôi
ส่งจาก iPhone ของฉัน
Dikirim dari iPhone saya
Išsiųsta iš mano „iPhone“
Saadetud minu iPhone'ist
Nosūtīts no mana iPhone
Enviat des del meu iPhone
Bidalita nire iPhonetik
"""
# More lines, drawn or begun so that they are known as what they are.
LONG = {
    "signature": "-- \nAnna Kowalska\n+48 600 000 000\nBUY WELL TEXAS 9",
    "signature stripped": "--\nAnna Kowalska\nBUY WELL TEXAS 9",
    "signature and app": "-- \nAnna\n\nSent from my iPhone",
    "google groups": (
        "-- \nYou received this message because you are subscribed to the Google Groups "
        '"players" group.\nTo unsubscribe from this group and stop receiving emails from it, send '
        "an email to players+unsubscribe@lists.example.\nBUY WELL TEXAS 9"
    ),
    "mailman": (
        "_______________________________________________\nplayers mailing list\n"
        "players@lists.example\nhttp://lists.example/mailman/listinfo/players\nBUY WELL TEXAS 9"
    ),
    "mailman 3": (
        "_______________________________________________\nplayers mailing list -- "
        "players@lists.example\nTo unsubscribe send an email to players-leave@lists.example"
    ),
    "groups.io": (
        "-=-=-=-=-=-=-=-=-=-=-=-\nGroups.io Links: You receive all messages sent to this group.\n"
        "View/Reply Online (#12): https://lists.example/g/players/message/12\n-=-=-=-=-=-=-=-=-=-=-=-"
    ),
    "yahoo groups": (
        "------------------------------------\n\nYahoo! Groups Links\n\n<*> To visit your group on "
        "the web, go to:\n    http://lists.example/group/players/\nBUY WELL TEXAS 9"
    ),
    "avast en": (
        "-- \nThis email has been checked for viruses by Avast antivirus software.\nwww.avast.com"
    ),
    "avast free": "Virus-free.www.avast.com",
    "avast free spaced": "Virus-free. www.avast.com <https://www.avast.com/sig-email>",
    "avast pl": (
        "---\nTa wiadomość e-mail została sprawdzona pod kątem wirusów przez oprogramowanie "
        "Avast.\nhttps://www.avast.com/antivirus"
    ),
    "avast pl new": "Nie zawiera wirusów.www.avast.com",
    "avast de": "Virenfrei.www.avast.com",
    "avast de old": (
        "---\nDiese E-Mail wurde von Avast Antivirus-Software auf Viren geprüft.\n"
        "https://www.avast.com/antivirus"
    ),
    "avast fr": (
        "---\nL'absence de virus dans ce courrier électronique a été vérifiée par le logiciel "
        "antivirus Avast.\nhttps://www.avast.com/antivirus"
    ),
    "avast fr new": "Garanti sans virus. www.avast.com",
    "avast es": "Libre de virus.www.avast.com",
    "avast it": "Mail priva di virus. www.avast.com",
    "avast pt": "Livre de vírus.www.avast.com",
    "avast nl": "Virusvrij.www.avast.com",
    "avast ru": "Без вирусов.www.avast.com",
    "avast cs": "Bez virů.www.avast.com",
    "gmx": "---\nGesendet mit der GMX Mail App\nBUY WELL TEXAS 9",
    "wp": "--\nWysłano z aplikacji WP Poczta",
    "hotmail": "_________________________________________________________________\nGet news, entertainment and everything you care about at Live.com. BUY WELL TEXAS 9",
    "stars": "**********************************************************************\nThis email and any files transmitted with it are confidential and intended solely for the\nuse of the individual or entity to whom they are addressed.\n**********************************************************************",
    "disclaimer en": (
        "________________________________\nThis e-mail may contain confidential information. If "
        "you are not the intended\nrecipient, please notify the sender and delete it."
    ),
    "disclaimer bare": (
        "This email and any attachments are confidential and may be privileged. If you are not "
        "the intended recipient, please delete it."
    ),
    "disclaimer bare notice": (
        "CONFIDENTIALITY NOTICE: This e-mail message is for the sole use of the intended recipient."
    ),
    "disclaimer pl": (
        "Treść tej wiadomości może zawierać informacje poufne i jest przeznaczona wyłącznie dla "
        "adresata."
    ),
    "disclaimer de": (
        "Diese E-Mail enthält vertrauliche und/oder rechtlich geschützte Informationen."
    ),
    "disclaimer fr": "Ce message et ses pièces jointes peuvent contenir des informations confidentielles.",
    "print": "Please consider the environment before printing this email.",
    "print pl": "Zanim wydrukujesz tę wiadomość, pomyśl o środowisku.",
    "mobile and blank": "\n\nSent from my iPhone",
    "dash signed": "—\nAnna Kowalska\nBUY WELL TEXAS 9",
    "dash and name": "-Anna Kowalska",
    "dashes long": "---\nAnna Kowalska\nBUY WELL TEXAS 9",
}
# Above the writer's words, by the firm that lets the mail in or out.
WARNINGS = """
CAUTION: This email originated from outside of the organization.
[EXTERNAL]
[EXTERNAL EMAIL] Do not click links unless you know the sender.
EXTERNAL EMAIL: Use caution.
WARNING: This message was sent from outside the company.
This message originated from outside your organization.
You don't often get email from anna@players.example. Learn why this is important
Some people who received this message don't often get email from anna@players.example.
UWAGA: Ta wiadomość pochodzi spoza organizacji.
Nieczęsto otrzymujesz wiadomości e-mail od anna@players.example. Dowiedz się, dlaczego jest to ważne
ACHTUNG: Diese E-Mail stammt von einem externen Absender.
[EXTERN]
Sie erhalten nicht häufig E-Mails von anna@players.example.
ATTENTION : Ce message provient de l'extérieur de l'organisation.
Vous ne recevez pas souvent de courrier de anna@players.example.
[외부 메일] 발신자를 확인하세요.
"""


def apps() -> list[str]:
    """The footers of one line."""
    return [line for line in APPS.strip().split("\n") if line]


def warnings() -> list[str]:
    """The banners of firms."""
    return [line for line in WARNINGS.strip().split("\n") if line]
