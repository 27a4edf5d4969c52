// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.console.web.Parameters;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceValue;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a page lists is what its address says, and what is tried or done in bulk is what the page lists. */
class SelectionTest {

    private static final Pattern CHOSEN = Pattern.compile("name=\"instance\" value=\"([0-9a-f-]{36})\"");
    private static final Pattern FOLLOWING = Pattern.compile("name=\"following\" value=\"([^\"]*)\"");
    private static final Pattern GO_ON = Pattern.compile("href=\"(/bulk\\?[^\"]*)\"");
    private static final Pattern NEXT = Pattern.compile("href=\"(/instances\\?[^\"]*after=[^\"]*)\"");

    private final FaultGallery gallery = new FaultGallery();
    private final Browser operator = Browser.on(gallery.console).loggedIn();

    @AfterEach
    void close() {
        gallery.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    from=100               | from: the name of the promoted value is missing
                    to=100                 | to: the name of the promoted value is missing
                    value=total            | value: no bound is given for 'total'
                    value=%20&to=1         | to: the name of the promoted value is missing
                    value=a&value=b&from=1 | value is given 2 times
                    value=a&from=1&from=2  | from is given 2 times
                    sort=due&sort=created  | sort is given 2 times
                    descending=yes         | descending needs sort
                    sort=due&descending=ja | descending: 'ja' is neither yes nor no
                    where=%zz              | the value of 'where' cannot be decoded: a % in it is not followed by two
                    where=a+%3D+%E2%80     | the value of 'where' cannot be decoded: what it encodes is not UTF-8
                    definition=%           | the value of 'definition' cannot be decoded
                    %zz=Order              | the name of a value cannot be decoded
                    """)
    void aConditionThatCannotBeReadFindsNothing(String query, String mistake) {
        InstanceId id = gallery.idle("one", "tea");

        for (String address : List.of("/instances?", "/bulk?action=delete&")) {
            Browser.Page page = operator.get(address + query);

            assertThat(page.status()).as(address).isEqualTo(400);
            assertThat(page.text())
                    .contains(Browser.escaped(mistake))
                    .doesNotContain(id.toString(), "action=\"/bulk\"", "name=\"instance\"");
        }
    }

    /** A form that left a condition out would find more when it is sent again. */
    @Test
    void theFormAsksForAllThatTheAddressAsksFor() {
        for (String word : List.of("due-before", "due-after", "created-before", "created-after", "updated-before")) {
            assertThat(operator.get("/instances?" + word + "=now&" + word + "=-1h")
                            .text())
                    .contains("name=\"" + word + "\" value=\"now\"", "name=\"" + word + "\" value=\"-1h\"");
        }
        assertThat(operator.get("/instances?suspended=yes&suspended=no").text())
                .contains("<select name=\"suspended\"><option value=\" \">any</option>"
                        + "<option value=\"yes\">yes</option><option value=\"no\">no</option>");
    }

    @Test
    void whatCanBeReadIsFound() {
        InstanceId many = order(120, "a");
        InstanceId few = order(20, "b");

        assertThat(operator.get("/instances?value=total&from=100&to=%20").text())
                .doesNotContain(many.toString());
        assertThat(operator.get("/instances?value=total&from=100&to=200").text())
                .contains(many.toString())
                .doesNotContain(few.toString());
        assertThat(operator.get("/instances?value=total&to=20").text()).contains(few.toString());
        assertThat(operator.get("/instances?sort=total&descending=no").text()).contains(few.toString());
        assertThat(operator.get("/instances?definition=%C3%84&definition=\u00c4")
                        .status())
                .isEqualTo(200);
    }

    private InstanceId order(int total, String text) {
        InstanceId id = InstanceId.random();
        Map<String, InstanceValue> values = Map.of(
                "total", InstanceValue.of(total).with(InstanceValue.Option.PROMOTED),
                "text", InstanceValue.of(text).with(InstanceValue.Option.PROMOTED));
        gallery.store
                .commands()
                .execute(
                        id,
                        CreateInstance.of(
                                InstanceChanges.builder().replaceData(values).build()));
        return id;
    }

    /** The bounds of a promoted value are written as in a condition. */
    @Test
    void aBoundIsReadAsInACondition() {
        InstanceId id = InstanceId.random();
        Map<String, InstanceValue> values = Map.of(
                "paid", InstanceValue.of(gallery.store.now()).with(InstanceValue.Option.PROMOTED),
                "size", InstanceValue.of("2 \" wide").with(InstanceValue.Option.PROMOTED));
        gallery.store
                .commands()
                .execute(
                        id,
                        CreateInstance.of(
                                InstanceChanges.builder().replaceData(values).build()));

        for (String query : List.of(
                "where=paid+between+-1h+and+now%2B1h",
                "value=paid&from=-1h&to=now%2B1h",
                "value=paid&from=-1h",
                "where=size+%3D+%222+%5C%22+wide%22",
                "value=size&from=%222+%5C%22+wide%22")) {
            boolean isUnbounded = query.equals("value=paid&from=-1h");
            assertThat(operator.get("/instances?" + query).text().contains(id.toString()))
                    .as(query)
                    .isEqualTo(!isUnbounded);
        }
    }

    @Test
    void aNumberIsListedAsItIsAskedFor() {
        order(1_000, "thousand");

        assertThat(operator.get("/instances?where=total+%3D+1000").text())
                .contains("<td>1000</td>")
                .doesNotContain("1E+3");
    }

    @Test
    void aWordThatNoListKnowsIsNamed() {
        gallery.idle("one", "tea");

        for (String address : List.of("/instances?", "/bulk?action=suspend&")) {
            assertThat(operator.get(address + "definitoin=Order&utm=x").text())
                    .contains("Left out, because a list knows no such words: definitoin, utm");
            assertThat(operator.get(address + "definition=Order").text()).doesNotContain("Left out");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a\u200db",
                "a\u200cb",
                "\u00ad",
                "\u202e",
                "\u0007\t",
                "\ud83d\udc68\u200d\ud83d\udc69",
                "\udb40\udc01",
                "\\u200d"
            })
    void textsThatCannotBeSeenPassThroughTheForms(String text) {
        InstanceId same = order(1, text);
        InstanceId other = order(2, "u200d");
        String quoted = "\"" + text.replace("\\", "\\\\") + "\"";
        String list = operator.get("/instances?where=" + Parameters.encoded("text = " + quoted))
                .text();
        assertThat(list).contains(same.toString()).doesNotContain(other.toString(), "\u200d", "\u202e", "\u0007");

        String shownAgain =
                operator.get(SentForm.address(list, "/instances", "")).text();
        assertThat(shownAgain).contains(same.toString()).doesNotContain(other.toString());
        String tried =
                operator.get(SentForm.address(list, "/bulk", "action=delete")).text();
        assertThat(chosen(tried)).containsExactly(same.toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\nb", "a\rb", "a\u0085b", "a\u0000b"})
    void whatNoFormCanSendIsNotActedOnInBulk(String text) {
        String where = Parameters.encoded("text != \"" + text + "\"");

        Browser.Page list = operator.get("/instances?where=" + where);

        assertThat(list.status()).isEqualTo(200);
        assertThat(list.text())
                .contains("No action on all of these is offered: a condition has a line break or a control character")
                .doesNotContain("action=\"/bulk\"");
    }

    @Test
    void theChosenActionIsTriedWhateverTheAddressSays() {
        InstanceId id = gallery.idle("one", "tea");

        String list = operator.get("/instances?action=delete&definition=Order&form-key=x&after=")
                .text();
        String address = SentForm.address(list, "/bulk", "action=suspend");

        assertThat(address).isEqualTo("/bulk?definition=Order&action=suspend");
        assertThat(operator.get(address).text()).contains("Dry run: suspend", id.toString());
    }

    @Test
    void aBulkActionBeginsAtTheFrontOfTheListAndGoesOnBehindItsFirstPage() {
        Set<String> all = new HashSet<>();
        gallery.idle(420).forEach(id -> all.add(id.toString()));
        String second = operator.get(link(
                        NEXT,
                        operator.get("/instances?definition=Order&sort=created").text()))
                .text();
        Set<String> done = new HashSet<>();
        String address = SentForm.address(second, "/bulk", "action=suspend");

        for (int expected : new int[] {200, 200, 20}) {
            boolean last = expected == 20;
            String dry = operator.get(address).text();
            List<String> chosen = chosen(dry);
            assertThat(chosen).hasSize(expected).noneMatch(done::contains);
            String result = operator.post("/bulk", form(dry, chosen)).text();
            assertThat(result).contains(expected + " of " + expected + " are done and verified");
            done.addAll(chosen);
            if (last) {
                assertThat(dry + result).doesNotContain("There are more");
            } else {
                assertThat(result).contains("There are more than these", "Try to suspend the next 200");
                assertThat(link(GO_ON, result)).isEqualTo(link(GO_ON, dry));
                address = link(GO_ON, result);
            }
        }
        assertThat(done).isEqualTo(all);
    }

    private String form(String dry, List<String> chosen) {
        Matcher following = FOLLOWING.matcher(dry);
        String more = following.find()
                ? "&following=" + Parameters.encoded(following.group(1).replace("&amp;", "&"))
                : "";
        return "form-key=" + operator.formKey() + "&action=suspend&reason=all" + more + "&instance="
                + String.join("&instance=", chosen);
    }

    private static List<String> chosen(String dry) {
        return CHOSEN.matcher(dry).results().map(found -> found.group(1)).toList();
    }

    private static String link(Pattern pattern, String page) {
        Matcher found = pattern.matcher(page);
        assertThat(found.find()).as(page).isTrue();
        return found.group(1).replace("&amp;", "&");
    }

    @Test
    void whereToGoOnCannotLeadToAnotherPlaceAndIsReadBeforeAnythingIsDone() {
        InstanceId id = gallery.idle("one", "tea");
        String form = "form-key=" + operator.formKey() + "&action=suspend&reason=all&instance=" + id + "&following=";

        assertThat(operator.post("/bulk", form + Parameters.encoded("where=%zz"))
                        .status())
                .isEqualTo(400);
        assertThat(operator.get("/instance/" + id).text()).doesNotContain("An administrator has suspended");
        assertThat(operator.post("/bulk", form + Parameters.encoded("//evil.example/?x=1&action=suspend"))
                        .text())
                .contains("1 of 1 are done")
                .doesNotContain("evil");
    }

    @Test
    void aFormThatCannotBeDecodedChangesNothing() {
        InstanceId id = gallery.idle("one", "tea");

        Browser.Page answer = operator.post(
                "/action", "form-key=" + operator.formKey() + "&do=suspend&instance=" + id + "&reason=%zz");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text())
                .contains(Browser.escaped("Nothing was changed: the value of 'reason' cannot be decoded"));
    }
}
