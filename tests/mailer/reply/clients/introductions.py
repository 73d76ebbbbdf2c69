"""How mail clients introduce the mail that they quote, in the languages of their writers."""

from __future__ import annotations

# No client puts these above a quote without marks.
ALWAYS_MARKED = ("{w} wrote:", "{w} writes:", ">", "{w} wrote ({a}):", "{w} <{a}> wrote on Thu")
# "{w}" is who wrote, "{a}" the address; two spaces after each other never occur.
LINES = {
    "gmail": """
        On Thu, Mar 12, 2026 at 3:33 PM {w} <{a}> wrote:
        On Thu, Mar 12, 2026, 3:33 PM {w} <{a}> wrote:
        On Thu, 12 Mar 2026 at 15:33, {w} <{a}> wrote:
        On 12 Mar 2026 15:33, "{w}" <{a}> wrote:
        2026-03-12 15:33 GMT+01:00 {w} <{a}>:
        czw., 12 mar 2026 o 15:33 {w} <{a}> napisał(a):
        W dniu czw., 12 mar 2026 o 15:33 {w} <{a}> napisał(a):
        W dniu czwartek, 12 marca 2026 {w} <{a}> napisał(a):
        2026년 3월 12일 (목) 오후 3:33, {w} <{a}>님이 작성:
        Am Do., 12. März 2026 um 15:33 Uhr schrieb {w} <{a}>:
        {w} <{a}> schrieb am Do., 12. März 2026, 15:33:
        Le jeu. 12 mars 2026 à 15:33, {w} <{a}> a écrit :
        El jue, 12 mar 2026 a las 15:33, {w} (<{a}>) escribió:
        El jue., 12 de marzo de 2026 3:33 p. m., {w} <{a}> escribió:
        Il giorno gio 12 mar 2026 alle ore 15:33 {w} <{a}> ha scritto:
        Il gio 12 mar 2026, 15:33 {w} <{a}> ha scritto:
        Op do 12 mrt 2026 om 15:33 schreef {w} <{a}>:
        Em qui., 12 de mar. de 2026 às 15:33, {w} <{a}> escreveu:
        {w} <{a}> escreveu no dia quinta, 12/03/2026 à(s) 15:33:
        чт, 12 мар. 2026 г. в 15:33, {w} <{a}>:
        12 марта 2026 г. 15:33 пользователь {w} <{a}> написал:
        чт, 12 бер. 2026 р. о 15:33 {w} <{a}> пише:
        čt 12. 3. 2026 v 15:33 odesílatel {w} <{a}> napsal:
        št 12. 3. 2026 o 15:33 {w} <{a}> napísal(a):
        Den tors 12 mars 2026 kl 15:33 skrev {w} <{a}>:
        Den tor. 12. mar. 2026 kl. 15.33 skrev {w} <{a}>:
        tor. 12. mar. 2026 kl. 15:33 skrev {w} <{a}>:
        to 12. maalisk. 2026 klo 15.33 {w} <{a}> kirjoitti:
        {w} <{a}> ezt írta (időpont: 2026. márc. 12., Cs, 15:33):
        {w} <{a}>, 12 Mar 2026 Per, 15:33 tarihinde şunu yazdı:
        2026年3月12日(木) 15:33 {w} <{a}>:
        {w} <{a}> 于2026年3月12日周四 15:33写道：
        {w} <{a}> 於 2026年3月12日 週四 下午3:33寫道：
        În joi, 12 mar. 2026 la 15:33, {w} <{a}> a scris:
        Στις Πέμ 12 Μαρ 2026 στις 3:33 μ.μ., ο χρήστης {w} <{a}> έγραψε:
        čet, 12. ožu 2026. u 15:33 {w} <{a}> napisao je:
        Vào Th 5, 12 thg 3, 2026 vào lúc 15:33 {w} <{a}> đã viết:
        Pada Kam, 12 Mar 2026 pukul 15.33 {w} <{a}> menulis:
        ในวันที่ พฤ. 12 มี.ค. 2026 เวลา 15:33 {w} <{a}> เขียนว่า:
        בתאריך יום ה׳, 12 במרץ 2026 ב-15:33 מאת {w} <{a}>:
        في الخميس، 12 مارس 2026 في 3:33 م تمت كتابة ما يلي بواسطة {w} <{a}>:
        2026-03-12, kt, 15:33 {w} <{a}> rašė:
        ceturtd., 2026. g. 12. marts, plkst. 15:33 — lietotājs {w} (<{a}>) rakstīja:
        Kuupäev N, 12. märts 2026 kell 15:33 kirjutas {w} <{a}>:
        El dj., 12 de març 2026, 15:33, {w} <{a}> va escriure:
        На чт, 12.03.2026 г. в 15:33 {w} <{a}> написа:
        чет, 12. мар 2026. у 15:33 {w} <{a}> је написао/ла:
        V V čet., 12. mar. 2026 ob 15:33 je oseba {w} <{a}> napisala:
    """,
    "thunderbird": """
        On 3/12/26 15:33, {w} wrote:
        On 12/03/2026 15:33, {w} via Players wrote:
        {w} wrote:
        {w} wrote on 3/12/2026 3:33 PM:
        W dniu 12.03.2026 o 15:33, {w} pisze:
        W dniu 2026-03-12 o 15:33, {w} pisze:
        2026. 3. 12. 오후 3:33에 {w} 이(가) 쓴 글:
        2026-03-12 오후 3:33에 {w}이(가) 작성한 메시지:
        Am 12.03.26 um 15:33 schrieb {w}:
        Le 12/03/2026 à 15:33, {w} a écrit :
        El 12/3/26 a las 15:33, {w} escribió:
        Il 12/03/2026 15:33, {w} ha scritto:
        Op 12-03-2026 om 15:33 schreef {w}:
        Em 12/03/2026 15:33, {w} escreveu:
        12.03.2026 15:33, {w} пишет:
        12.03.26 15:33, {w} пише:
        Dne 12. 03. 26 v 15:33 {w} napsal(a):
        Dňa 12. 3. 2026 o 15:33 {w} napísal(a):
        Den 2026-03-12 kl. 15:33, skrev {w}:
        Den 12.03.2026 15.33, skrev {w}:
        {w} kirjoitti 12.3.2026 klo 15.33:
        2026. 03. 12. 15:33 keltezéssel, {w} írta:
        12.03.2026 15:33 tarihinde {w} yazdı:
        On 2026/03/12 15:33, {w} さんは書きました:
        在 2026/3/12 15:33, {w} 写道:
        {w} 於 2026/3/12 下午 03:33 寫道:
        Pe 12.03.2026 15:33, {w} a scris:
        Στις 12/3/26 15:33, ο {w} έγραψε:
        {w} je napisao/la dana 12. 3. 2026. u 15:33:
        12/03/2026 15:33(e)an, {w}(e)k idatzi zuen:
        El 12/3/26 a les 15:33, {w} ha escrit:
        Le 12/03/2026 à 15:33, {w} a écrit:
        Vào lúc 15:33 ngày 12/03/2026, {w} đã viết:
        Më 12.3.26 15:33, {w} shkroi:
        Þann 12.3.2026 15:33, skrifaði {w}:
        Ar 12/03/2026 15:33, ysgrifennodd {w}:
    """,
    "apple": """
        On Mar 12, 2026, at 3:33 PM, {w} <{a}> wrote:
        On 12 Mar 2026, at 15:33, {w} <{a}> wrote:
        Wiadomość napisana przez {w} <{a}> w dniu 12 mar 2026, o godz. 15:33:
        Wiadomość napisana przez {w} w dniu 12.03.2026, o godz. 15:33:
        2026. 3. 12. 오후 3:33, {w} <{a}> 작성:
        Am 12.03.2026 um 15:33 schrieb {w} <{a}>:
        Le 12 mars 2026 à 15:33, {w} <{a}> a écrit :
        El 12 mar 2026, a las 15:33, {w} <{a}> escribió:
        Il giorno 12 mar 2026, alle ore 15:33, {w} <{a}> ha scritto:
        Op 12 mrt. 2026, om 15:33 heeft {w} <{a}> het volgende geschreven:
        No dia 12 de mar. de 2026, às 15:33, {w} <{a}> escreveu:
        12 марта 2026 г., в 15:33, {w} <{a}> написал(а):
        12 бер. 2026 р. о 15:33 {w} <{a}> написав(-ла):
        12. 3. 2026 v 15:33, {w} <{a}>:
        12 mars 2026 kl. 15:33 skrev {w} <{a}>:
        Den 12. mar. 2026 kl. 15.33 skrev {w} <{a}>:
        {w} <{a}> kirjoitti 12.3.2026 kello 15.33:
        2026. márc. 12. dátummal, 15:33 időpontban {w} <{a}> írta:
        {w} <{a}> şunları yazdı (12 Mar 2026 15:33):
        2026/03/12 15:33、{w} <{a}>のメール:
        2026年3月12日 15:33，{w} <{a}> 写道：
        {w} <{a}> 於 2026年3月12日 下午3:33 寫道：
        Pe 12 mar. 2026, la 15:33, {w} <{a}> a scris:
    """,
    "other hosts": """
        ---- On Thu, 12 Mar 2026 15:33:12 +0100 {w} <{a}> wrote ----
        ---- On Thu, 12 Mar 2026 15:33:12 +0100 {w} <{a}> wrote ---
        ---- Włącz Czw, 12 mar 2026 15:33:12 +0100 {w} <{a}> napisał(a) ----
        ------- On Thursday, March 12th, 2026 at 3:33 PM, {w} <{a}> wrote:
        On Thursday, March 12th, 2026 at 15:33, {w} <{a}> wrote:
        On Thursday, March 12, 2026, 03:33:12 PM GMT+1, {w} <{a}> wrote:
        W dniu czwartek, 12 marca 2026 15:33:12 CET {w} <{a}> napisał(a):
        Dnia 12 marca 2026 15:33 {w} <{a}> napisał(a):
        Dnia 12 marca 2026 o 15:33 {w} <{a}> napisał(a):
        Dnia 2026-03-12 15:33 {w} napisał(a):
        Dnia 12-03-2026 o godz. 15:33 {w} napisał(a):
        W dniu 2026-03-12 15:33:12 użytkownik {w} <{a}> napisał:
        W dniu 2026-03-12 15:33, {w} napisał(a):
        Dnia czwartek, 12 marca 2026 15:33:12 CET {w} pisze:
        Cytowanie {w} <{a}>:
        Quoting {w} <{a}>:
        Zitat von {w} <{a}>:
        {w} <{a}> writes:
        {w} writes:
        >>>>> "{w}" == {w} <{a}> writes:
        * {w} <{a}> [2026-03-12 15:33]:
        On Thu, Mar 12, 2026 at 03:33:12PM +0100, {w} wrote:
        On Thu, 12 Mar 2026, {w} wrote:
        On Thu, 2026-03-12 at 15:33 +0100, {w} wrote:
        On Thu, March 12, 2026 3:33 pm, {w} wrote:
        El Jue, 12 de Marzo de 2026, 15:33, {w} escribió:
        Am 2026-03-12 15:33, schrieb {w}:
        Le 2026-03-12 15:33, {w} a écrit :
        Il 2026-03-12 15:33 {w} ha scritto:
        {w} schreef op 2026-03-12 15:33:
        {w} skrev den 2026-03-12 15:33:
        {w} kirjoitti 2026-03-12 15:33:
        {w} писал 2026-03-12 15:33:
        {w} писав 2026-03-12 15:33:
        2026-03-12 15:33 에 {w} 이(가) 쓴 글:
        2026-03-12 15:33 に {w} さんは書きました:
        {w} 在 2026-03-12 15:33 写道:
        Thursday, March 12, 2026, 3:33:12 PM, you wrote:
        Четверг, 12 марта 2026, 15:33 +03:00 от {w} <{a}>:
        12.03.2026, 15:33, "{w}" <{a}>:
        12 марта 2026 г., 15:33 {w} <{a}>:
        On 12 March 2026 15:33:12 CET, {w} <{a}> wrote:
        On March 12, 2026 3:33:12 PM GMT+01:00, {w} <{a}> wrote:
        Dnia 12 marca 2026 15:33:12 CET, {w} <{a}> napisał/a:
        Am 12. März 2026 15:33:12 MEZ schrieb {w} <{a}>:
        Le 12 mars 2026 15:33:12 GMT+01:00, {w} <{a}> a écrit :
        On Mar 12, 2026 at 3:33 PM, <{w} ({a})> wrote:
        12 Mar 2026, 15:33 by {a}:
        12. März 2026, 15:33 von {a}:
        On Mar 12 2026, at 3:33 pm, {w} <{a}> wrote:
        On Thu, Mar 12, 2026 at 3:33 PM, {w} via HEY <{a}> wrote:
        {w} wrote ({a}):
        > On 12 Mar 2026, at 15:33, {w} <{a}> wrote:
        At 15:33 12/03/2026, {w} wrote:
        On 12/03/26 15:33, {w} ({a}) wrote:
        In article <x.1@{a}>, {w} wrote:
        {w} <{a}> wrote on Thu, 12 Mar 2026 15:33:12 +0100
        {w} <{a}> wrote at 15:33 on 12.03.2026:
        于 2026年03月12日 15:33, {w} 写道:
        At 2026-03-12 15:33:12, "{w}" <{a}> wrote:
        在 2026-03-12 15:33:12，"{w}" <{a}> 写道：
        ---- {w}님이 쓰신 글 ----
        On 12-03-2026 15:33, {w} wrote:
        ---- {w} wrote ----
        Op 12 maart 2026 15:33 schreef {w} <{a}> het volgende:
        W dniu 12 marca 2026 15:33 użytkownik {w} <{a}> napisał:
        Vào 15:33 12 tháng 3, 2026, {w} <{a}> đã viết:
        2026/3/12 {w} <{a}>:
        On Thursday, March 12, 2026, {w} <{a}> wrote:
        Am Donnerstag, 12. März 2026, 15:33:12 schrieb {w}:
        Am Donnerstag, 12. März 2026 schrieb {w} <{a}>:
        Den tors 12 mars 2026 15:33{w} <{a}> skrev:
        Den torsdag 12 mars 2026 15:33:12 CET, {w} <{a}> skrev:
        Le jeudi 12 mars 2026 à 15:33:12 UTC+1, {w} <{a}> a écrit :
        Il giovedì 12 marzo 2026 alle ore 15:33:12 CET, {w} <{a}> ha scritto:
        El jueves, 12 de marzo de 2026, 15:33:12 CET, {w} <{a}> escribió:
        Em quinta-feira, 12 de março de 2026 15:33:12 BRT, {w} <{a}> escreveu:
        2026년 3월 12일 목요일 오후 03시 33분 12초 GMT+9, {w} <{a}>님이 작성:
        {w} <{a}> 于 2026年3月12日周四 下午3:33写道：
        On Thu, 12 Mar 2026 at 15:33, '{w}' via players <{a}> wrote:
    """,
}


def lines() -> list[str]:
    """Every introduction of one line."""
    found = [line.strip() for block in LINES.values() for line in block.split("\n")]
    return [line for line in found if line]
