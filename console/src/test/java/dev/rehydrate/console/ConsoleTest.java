// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.console.web.Parameters;
import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConsoleTest {

    private static final String HOSTILE = "<script>alert(1)</script>\" onload='x' \u202e &amp; \u0007";
    private static final Pattern INSTANCE = Pattern.compile("/instance/([0-9a-f-]{36})");
    private static final Pattern NEXT = Pattern.compile("href=\"(/instances\\?[^\"]*after=[^\"]*)\"");

    private final FaultGallery gallery = new FaultGallery();

    @AfterEach
    void close() {
        gallery.close();
    }

    private Browser browser() {
        return Browser.on(gallery.console);
    }

    private Optional<InstanceHeader> header(InstanceId id) {
        return gallery.store
                .commands()
                .execute(id, LoadInstance.of(LoadMode.peek()))
                .loaded()
                .map(snapshot -> snapshot.header());
    }

    @Test
    void everyResponseForbidsForeignCode() {
        InstanceId id = gallery.idle("one", "tea");

        for (String address :
                new String[] {"/instances", "/instance/" + id, "/owners", "/find", "/login", "/console.js", "/x"}) {
            Browser.Page page = browser().get(address);
            assertThat(page.headers().get("Content-Security-Policy"))
                    .contains("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'")
                    .doesNotContain("unsafe");
            assertThat(page.text()).doesNotContain(" style=", "<style", " onclick", "javascript:");
        }
    }

    @Test
    void whatUsersHaveWrittenIsOnlyText() {
        InstanceId id = gallery.idle(HOSTILE, HOSTILE);
        gallery.host.control().suspend(id, HOSTILE);
        Browser browser = browser().loggedIn();

        for (String address : new String[] {
            "/instance/" + id,
            "/instances",
            "/instances?definition=" + Parameters.encoded(HOSTILE),
            "/instances?state=" + Parameters.encoded(HOSTILE),
            "/instances?value=" + Parameters.encoded(HOSTILE) + "&from=1&sort=" + Parameters.encoded(HOSTILE),
            "/instance/" + Parameters.encoded(HOSTILE),
            "/action?do=" + Parameters.encoded(HOSTILE) + "&instance=" + id
        }) {
            String page = browser.get(address).text();
            assertThat(page).as(address).doesNotContain("<script>alert", "onload='x'", "\" onload", "\u202e", "\u0007");
        }
        assertThat(browser.get("/instance/" + id).text()).contains("&lt;script&gt;alert(1)&lt;/script&gt;");
        assertThat(browser.act("resume", id, HOSTILE).text()).doesNotContain("<script>alert");
    }

    @Test
    void aPageThatMayNotHaveAllSaysSo() {
        InstanceId id = gallery.idle("one", "tea");
        InstanceStore lacking =
                gallery.open(StoreOptions.defaults().withTime(gallery.time).withDecorator(LackingEngine::new));
        Browser whole = browser().loggedIn();
        Browser browser = Browser.on(Console.of(lacking)
                        .token(FaultGallery.TOKEN)
                        .time(gallery.time)
                        .build())
                .loggedIn();

        for (String address : new String[] {"/instances", "/bulk?action=suspend"}) {
            assertThat(browser.get(address).text()).contains(id.toString(), "This is not all: " + LackingEngine.GAP);
            assertThat(whole.get(address).text()).contains(id.toString()).doesNotContain("not all");
        }
        lacking.close();
    }

    @Test
    void withoutTokenNothingCanBeChanged() {
        Console readOnly =
                Console.of(gallery.store).host(gallery.host).time(gallery.time).build();
        InstanceId id = gallery.idle("one", "tea");
        Browser browser = Browser.on(readOnly);

        assertThat(browser.get("/instance/" + id).text()).contains("read-only").doesNotContain("/action?");
        assertThat(browser.post("/login", "token=").status()).isEqualTo(403);
        assertThat(browser.act("delete", id, "why").status()).isEqualTo(403);
        assertThat(header(id)).isPresent();
    }

    @Test
    void anActionNeedsASessionAFormOfItAndThisSite() {
        InstanceId id = gallery.idle("one", "tea");
        Browser guest = browser();
        assertThat(guest.act("suspend", id, "why").status()).isEqualTo(403);
        assertThat(guest.post("/login", "token=wrong token").status()).isEqualTo(403);

        Browser session = browser().loggedIn();
        String form = "&do=suspend&instance=" + id + "&reason=why";
        assertThat(session.post("/action", "form-key=0" + form).status()).isEqualTo(403);
        String key = session.formKey();
        session.header("Sec-Fetch-Site", "cross-site");
        assertThat(session.post("/action", "form-key=" + key + form).status()).isEqualTo(403);
        assertThat(header(id).orElseThrow().suspension()).isNull();

        session.header("Sec-Fetch-Site", "same-origin");
        assertThat(session.post("/action", "form-key=" + key + form).status()).isEqualTo(200);
        assertThat(header(id).orElseThrow().suspension()).isNotNull();
    }

    @Test
    void aSessionEndsWhenItIsIdleAndWhenItIsLoggedOut() {
        Browser session = browser().loggedIn();
        gallery.time.advance(Duration.ofMinutes(31));
        assertThat(session.formKey()).isEqualTo("none");

        Browser second = browser().loggedIn();
        assertThat(second.post("/logout", "form-key=" + second.formKey()).status())
                .isEqualTo(303);
        assertThat(second.formKey()).isEqualTo("none");
    }

    @Test
    void wrongTokensAreSlowedDown() {
        for (int i = 0; i < 10; i++) {
            assertThat(browser().post("/login", "token=guess" + i).status()).isEqualTo(403);
        }
        String right = "token=" + Parameters.encoded(FaultGallery.TOKEN);
        assertThat(browser().post("/login", right).status()).isEqualTo(403);

        gallery.time.advance(Duration.ofSeconds(61));
        assertThat(browser().post("/login", right).status()).isEqualTo(303);
        assertThatThrownBy(() -> Console.of(gallery.store).token("short")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aForeignHostNameIsRefused() {
        assertThat(browser()
                        .header("Host", "evil.example:8082")
                        .get("/instances")
                        .status())
                .isEqualTo(403);
        assertThat(browser().header("Host", "[::1]:8082").get("/instances").status())
                .isEqualTo(200);
    }

    @Test
    void eachActionSaysWhatItHasVerified() {
        InstanceId id = gallery.idle("one", "tea");
        Browser operator = browser().loggedIn();

        assertThat(operator.act("suspend", id, "inventory").text())
                .contains("data-result=\"VERIFIED\"", "it is suspended since", "with this reason");
        assertThat(operator.act("retry", id, "try").text()).contains("data-result=\"REFUSED\"", "not failed");
        assertThat(operator.act("resume", id, "done").text()).contains("VERIFIED", "it is not suspended");
        assertThat(operator.act("redrive", id, "try").text()).contains("REFUSED", "it has no dead letters");
        assertThat(operator.act("terminate", id, "enough").text()).contains("VERIFIED");
        assertThat(operator.act("terminate", id, "enough").status()).isEqualTo(409);
        assertThat(operator.act("suspend", InstanceId.random(), "x").text()).contains("there is no such instance");

        InstanceId other = gallery.idle("two", "tea");
        assertThat(operator.act("delete", other, "").status()).isEqualTo(400);
        assertThat(header(other)).isPresent();
        assertThat(operator.act("delete", other, "duplicate").text())
                .contains("VERIFIED", "there is no instance with this id");
        assertThat(header(other)).isEmpty();
    }

    @Test
    void aHoldOfADeadOwnerIsReleasedAndADeadLetterIsRedriven() {
        Browser operator = browser().loggedIn();
        InstanceId held = gallery.heldByExpiredOwner();
        assertThat(operator.act("release", held, "its host is gone").text()).contains("VERIFIED", "no owner holds it");
        InstanceId dead = gallery.deadLetter();
        assertThat(operator.act("redrive", dead, "the warehouse is open").text())
                .contains("1 of 1 dead letters are redriven");
    }

    @Test
    void aBulkActionIsTriedFirstAndHasAnOutcomeForEach() {
        InstanceId first = gallery.idle("one", "tea");
        InstanceId second = gallery.idle("two", "tea");
        gallery.host.control().suspend(second, "before");
        Browser operator = browser().loggedIn();

        Browser.Page dry = operator.get("/bulk?action=suspend&definition=Order");
        assertThat(dry.text())
                .contains("Nothing was changed. Of 2 instances on this page, 1 would change")
                .contains("left alone: it is suspended already");
        assertThat(header(first).orElseThrow().suspension()).isNull();

        Browser.Page done = operator.post(
                "/bulk",
                "form-key=" + operator.formKey() + "&action=suspend&reason=all&instance=" + first + "&instance="
                        + InstanceId.random());
        assertThat(done.text()).contains("1 of 2 are done and verified", "VERIFIED", "REFUSED");
        assertThat(header(first).orElseThrow().suspension()).isNotNull();
    }

    @Test
    void aFormThatCannotBeReadChangesNothingAndSaysSo() {
        InstanceId first = gallery.idle("one", "tea");
        Browser operator = browser().loggedIn();
        String form = "form-key=" + operator.formKey() + "&reason=all&instance=" + first;

        for (Browser.Page refused : new Browser.Page[] {
            operator.post("/bulk", form + "&action=suspend&instance=none"),
            operator.post("/bulk", form + "&action=suspend&following=" + Parameters.encoded("%zz")),
            operator.post("/action", form + "&do=explode")
        }) {
            assertThat(refused.status()).isEqualTo(400);
            assertThat(refused.text()).contains("Nothing was changed: ");
        }
        assertThat(header(first).orElseThrow().suspension()).isNull();
    }

    @Test
    void aListIsReadPageByPageByItsAddress() {
        Set<String> all = new HashSet<>();
        for (int i = 0; i < 120; i++) {
            all.add(gallery.idle("order " + i, "tea").toString());
        }
        Set<String> seen = new HashSet<>();
        String address = "/instances?definition=Order";
        int pages = 0;
        while (address != null) {
            String page = browser().get(address).text();
            Matcher found = INSTANCE.matcher(page);
            while (found.find()) {
                assertThat(seen.add(found.group(1))).as("listed twice").isTrue();
            }
            Matcher next = NEXT.matcher(page);
            address = next.find() ? next.group(1).replace("&amp;", "&") : null;
            pages++;
        }
        assertThat(seen).isEqualTo(all);
        assertThat(pages).isEqualTo(3);
        assertThat(browser().get("/instances?suspended=yes").text()).contains("No instance meets");
        assertThat(browser().get("/instances?state=never").status()).isEqualTo(400);
    }

    @Test
    void aListIsReadPageByPageInTheOrderOfATimeThatManyShare() {
        List<InstanceId> early = gallery.idle(60);
        gallery.time.advance(Duration.ofHours(1));
        List<InstanceId> late = gallery.idle(60);

        for (String column : List.of("created", "updated", "UPDATED")) {
            List<InstanceId> ascending = pages("/instances?sort=" + column);
            List<InstanceId> descending = pages("/instances?descending=yes&sort=" + column);

            assertThat(ascending.subList(0, 60)).as(column).containsExactlyInAnyOrderElementsOf(early);
            assertThat(ascending.subList(60, 120)).as(column).containsExactlyInAnyOrderElementsOf(late);
            assertThat(descending.subList(0, 60)).as(column).containsExactlyInAnyOrderElementsOf(late);
            assertThat(descending.subList(60, 120)).as(column).containsExactlyInAnyOrderElementsOf(early);
        }
        assertThat(pages("/instances?sort=due")).as("none is due").hasSize(120).doesNotHaveDuplicates();
    }

    /** What all pages list, in their order. */
    private List<InstanceId> pages(String first) {
        List<InstanceId> listed = new ArrayList<>();
        String address = first;
        while (address != null) {
            String page = browser().get(address).text();
            INSTANCE.matcher(page).results().forEach(found -> listed.add(InstanceId.parse(found.group(1))));
            Matcher next = NEXT.matcher(page);
            address = next.find() ? next.group(1).replace("&amp;", "&") : null;
        }
        return listed;
    }

    @Test
    void theHeadOfAColumnSaysItsOrderAndTurnsItRound() {
        gallery.idle(1);

        assertThat(browser().get("/instances?sort=").text()).contains("aria-sort=\"ascending\">Instance</th>");
        assertThat(browser().get("/instances?sort=created").text())
                .contains("aria-sort=\"ascending\"><a href=\"/instances?sort=created&amp;descending=yes\">Created</a>")
                .contains("<th scope=\"col\"><a href=\"/instances\">Instance</a>"
                        .replace("/instances\"", "/instances?\""));
        assertThat(browser().get("/instances?sort=Created&descending=yes").text())
                .contains("aria-sort=\"descending\"><a href=\"/instances?sort=created\">Created</a>");
        assertThat(browser().get("/instances?sort=updated&descending=yes").text())
                .contains("aria-sort=\"descending\" class=\"grey\" aria-describedby=\"no-order\">")
                .contains("class=\"grey\">No store has an index of the time of the last change");
        Browser.Page wrong = browser().get("/instances?sort=definition");
        assertThat(wrong.status()).isEqualTo(400);
        assertThat(wrong.text())
                .contains(Browser.escaped(
                        "a list has no order of 'definition': sort by created, updated, due or a promoted"
                                + " value; a promoted value of this name is 'value.definition'"));
    }

    @Test
    void aListIsFilteredByItsAddress() {
        InstanceId tea = gallery.idle("one", "tea");
        InstanceId milk = gallery.idle("two", "milk");
        gallery.host.control().suspend(milk, "inventory");
        gallery.time.advance(Duration.ofHours(2));
        InstanceId late = gallery.idle("three", "tea");

        assertThat(listed("definition=Order&definition=Cart")).containsExactlyInAnyOrder(tea, milk, late);
        assertThat(listed("definition=Cart&definition=Other")).isEmpty();
        assertThat(listed("state=completed&state=uninitialized")).isEmpty();
        assertThat(listed("state=completed&state=initialized")).containsExactlyInAnyOrder(tea, milk, late);
        assertThat(listed("created-after=-1h")).containsExactly(late);
        assertThat(listed("created-before=now-1h")).containsExactlyInAnyOrder(tea, milk);
        assertThat(listed("updated-before=-1h&definition=Order")).containsExactlyInAnyOrder(tea, milk);
        assertThat(listed("due-before=now")).isEmpty();
        assertThat(listed("where=" + Parameters.encoded("suspended = yes or created > -1h")))
                .containsExactlyInAnyOrder(milk, late);
        assertThat(listed("where=" + Parameters.encoded("definition in (Order, Cart)") + "&where=suspended%3Dno"))
                .containsExactlyInAnyOrder(tea, late);
    }

    private List<InstanceId> listed(String query) {
        Browser.Page page = browser().get("/instances?" + query);
        assertThat(page.status()).as(page.text()).isEqualTo(200);
        return INSTANCE.matcher(page.text())
                .results()
                .map(found -> InstanceId.parse(found.group(1)))
                .toList();
    }

    @Test
    void theFormShowsWhatTheAddressSays() {
        String page = browser()
                .get("/instances?state=completed&state=initialized&definition=A&definition=B&due-before=-1h&where="
                        + Parameters.encoded("a = \"<b>\""))
                .text();

        assertThat(page)
                .contains("value=\"completed\" checked", "value=\"initialized\" checked")
                .doesNotContain("value=\"uninitialized\" checked")
                .contains("name=\"definition\" value=\"A\"", "name=\"definition\" value=\"B\"")
                .contains("name=\"due-before\" value=\"-1h\"")
                .contains("value=\"a = &quot;&lt;b&gt;&quot;\"");
    }

    private static String chosen(String word) {
        return "<option value=\"yes\"" + (word.equals("yes") ? " selected" : "") + ">yes</option><option value=\"no\""
                + (word.equals("no") ? " selected" : "") + ">no</option>";
    }

    /** What the command line takes for yes is shown as yes, so that the form that is sent again asks for the same. */
    @ParameterizedTest
    @CsvSource({"yes, yes", "true, yes", "YES, yes", "no, no", "false, no", "False, no"})
    void theFormShowsWhatAnAddressSaysInOtherWords(String said, String shown) {
        gallery.idle("one", "tea");

        String page = browser()
                .get("/instances?sort=created&descending=" + said + "&suspended=" + said)
                .text();

        assertThat(page)
                .contains("<select name=\"suspended\"><option value=\" \">any</option>" + chosen(shown))
                .contains(shown.equals("yes") ? "<option value=\"yes\" selected>yes</option></select>" : "sort");
    }

    @Test
    void aMistakeInAFilterIsToldInTheWordsOfTheCommandLine() {
        Browser.Page wrong = browser().get("/instances?where=" + Parameters.encoded("status = = x"));

        assertThat(wrong.status()).isEqualTo(400);
        assertThat(wrong.text())
                .contains(Browser.escaped("the condition 'status = = x' cannot be read: a value is expected at '='"))
                .contains("name=\"where\" value=\"status = = x\"");
        assertThat(browser().get("/instances?due-before=yesterday").text())
                .contains(Browser.escaped("due-before: 'yesterday' is not a time"));
    }

    @Test
    void whatNoIndexFindsOrSortsIsGreyWithItsReason() {
        gallery.idle("one", "tea");

        String list = browser().get("/instances").text();
        String slow = browser().get("/instances?updated-after=-1h").text();

        assertThat(list)
                .contains("<th scope=\"col\" class=\"grey\" aria-describedby=\"no-order\">"
                        + "<a href=\"/instances?sort=updated\">Updated</a></th>")
                .contains("<th scope=\"col\"><a href=\"/instances?sort=due\">Due</a></th>")
                .contains("id=\"no-order\">No store has an index of the time of the last change")
                .doesNotContain("class=\"grey\">No store has an index")
                .contains("No store has an index of the time of the last change")
                .doesNotContain("No index finds what meets these conditions");
        assertThat(slow).contains("No index finds what meets these conditions");
        assertThat(browser()
                        .get("/instances?updated-after=-1h&definition=Order")
                        .text())
                .doesNotContain("No index finds what meets these conditions");
    }

    @Test
    void anInstanceIsFoundByItsBusinessKey() {
        InstanceId id = gallery.idle("cart 7", "tea");

        Browser.Page found = browser().get("/find?scope=shop&part=Order&value=cart%207");

        assertThat(found.status()).isEqualTo(303);
        assertThat(browser().get(found.headers().get("Location")).text()).contains("/instance/" + id);
    }

    @Test
    void thePageIsSmall() throws IOException {
        int bytes = 0;
        for (String asset : new String[] {"console.css", "console.js", "icon.svg"}) {
            try (InputStream resource = Console.class.getResourceAsStream(asset)) {
                int size = resource.readAllBytes().length;
                System.out.println("console " + asset + ": " + size + " bytes");
                bytes += size;
            }
        }
        assertThat(bytes).isLessThan(40 * 1024);
    }
}
