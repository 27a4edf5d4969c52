// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.sample.client.Request;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;
import org.openqa.selenium.support.ui.Select;

/** The pages in a real Chromium: on a large screen and on a phone, in light and in dark, by mouse and by keyboard. */
class PageTest {

    private static final String TOKEN = "only for this test";

    private static Serving serving;
    private static Chromium chromium;

    @BeforeAll
    static void open() throws IOException {
        Path target = Files.createDirectories(Path.of("target").toAbsolutePath());
        serving = Serving.start(
                new ServeOptions(Map.of("A", 0, "B", 0), 0, Files.createTempDirectory(target, "page-"), TOKEN));
        chromium = Chromium.open();
    }

    @AfterAll
    static void close() {
        try {
            if (chromium != null) {
                chromium.close();
            }
        } finally {
            if (serving != null) {
                serving.close();
            }
        }
    }

    private static URI at(String path) {
        return URI.create(serving.pageUri() + path);
    }

    private static void type(String text) {
        chromium.find("textarea").sendKeys(text);
        chromium.await("'" + text + "' is saved", () -> {
            var saved = chromium.find("#saved");
            return saved.getText().startsWith("Saved by") && "0".equals(saved.getDomAttribute("data-unsaved"));
        });
    }

    private static String server() {
        return chromium.find("#saved").getText().replaceFirst("Saved by node (\\w).*", "$1");
    }

    @Test
    void whatIsTypedWhileANodeIsKilledIsNotLost() throws Exception {
        chromium.resize(1200, 1000);
        chromium.dark(false);
        chromium.go(at("/farm"));
        chromium.find("input[name=document]").clear();
        chromium.find("input[name=document]").sendKeys("minutes");
        Set<String> servers = new TreeSet<>();
        for (int i = 1; i <= 4; i++) {
            type("Line " + i + ". ");
            servers.add(server());
        }
        assertThat(servers).containsExactly("A", "B");

        long pid = serving.farm().node("A").orElseThrow().pid();
        chromium.find("button[data-node=A]").click();
        type("While A is killed. ");
        assertThat(server()).isEqualTo("B");
        assertThat(ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false))
                .isFalse();
        chromium.screenshot(Path.of("target", "farm.png"));

        chromium.await(
                "the page shows that A is down",
                () -> chromium.find("button[data-node=A]").getText().equals("Bring A back"));
        chromium.find("button[data-node=A]").click();
        chromium.await("A is back", () -> serving.farm().node("A").isPresent());
        new Select(chromium.find("select[name=node]")).selectByValue("A");
        type("A is back. ");
        assertThat(server()).isEqualTo("A");

        assertThat(stored("minutes")).contains("Line 1. Line 2. Line 3. Line 4. While A is killed. A is back. ");
        List<String> rows = chromium.all("#events tr td:nth-child(3)").stream()
                .map(cell -> cell.getText())
                .toList();
        assertThat(chromium.all("#events tr td:nth-child(4)"))
                .anyMatch(cell -> cell.getText().equals("minutes"));
        assertThat(rows).contains("created", "rehydrated", "dehydrated", "killed", "started");
        assertThat(chromium.find("#members").getText()).contains("alive", "lease");
        assertThat(chromium.reported()).noneMatch(line -> line.contains("Content Security Policy"));
    }

    private static String stored(String document) throws Exception {
        URI node = serving.farm().node("B").orElseThrow().uri();
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(
                                        URI.create(node + Request.read(document).path()))
                                .build(),
                        BodyHandlers.ofString())
                .body();
    }

    @Test
    void noPageHasASeriousFindingAndNoneIsTooWideForAPhone() {
        chromium.go(at("/farm?freeze"));
        chromium.go(at("/console/login"));
        chromium.find("input[name=token]").sendKeys(TOKEN, Keys.ENTER);
        chromium.await("logged in", () -> chromium.find("header").getText().contains("Log out"));
        write("listed");
        chromium.go(at("/console/instances"));
        String instance = chromium.find("tbody a").getDomAttribute("href");

        for (String path : List.of(
                "/farm",
                "/console/instances",
                "/console/instances?updated-after=-1h&state=initialized&definition=A&definition=B&where=a+%3D+1",
                "/console/instances?where=a+%3D+%3D",
                instance,
                "/console/owners",
                "/console/find",
                "/console/action?do=delete&instance=" + instance.substring(instance.lastIndexOf('/') + 1),
                "/console/bulk?action=suspend",
                "/console/instances?state=never")) {
            for (boolean dark : new boolean[] {false, true}) {
                chromium.dark(dark);
                chromium.resize(1200, 1000);
                chromium.go(at(path));
                assertThat(chromium.seriousFindings())
                        .as(path + (dark ? " in dark" : ""))
                        .isEmpty();
            }
            chromium.resize(500, 800);
            Object tooWide =
                    chromium.run("return document.documentElement.scrollWidth - document.documentElement.clientWidth");
            assertThat(((Number) tooWide).intValue()).as(path + " on a phone").isLessThanOrEqualTo(0);
        }
        assertThat(chromium.reported()).noneMatch(line -> line.contains("Content Security Policy"));
    }

    private static void write(String document) {
        chromium.resize(1200, 1000);
        chromium.go(at("/farm"));
        chromium.find("input[name=document]").clear();
        chromium.find("input[name=document]").sendKeys(document);
        type("Some text. ");
    }

    @Test
    void anActionIsDoneByKeyboardAlone() {
        write("by keyboard");
        chromium.go(at("/console/login"));
        if (!chromium.all("input[name=token]").isEmpty()) {
            chromium.find("input[name=token]").sendKeys(TOKEN, Keys.ENTER);
            chromium.await("logged in", () -> chromium.find("header").getText().contains("Log out"));
        }
        chromium.go(at("/console/instances"));
        chromium.focused().sendKeys(Keys.TAB);
        assertThat(chromium.focused().getText()).isEqualTo("To the content");
        tabTo("tbody a");
        chromium.focused().sendKeys(Keys.ENTER);
        tabTo("a[href*='do=suspend']");
        chromium.focused().sendKeys(Keys.ENTER);
        tabTo("input[name=reason]");
        chromium.focused().sendKeys("tried by keyboard", Keys.ENTER);

        chromium.await(
                "the action has a result", () -> !chromium.all("[data-result]").isEmpty());
        assertThat(chromium.find("[data-result]").getDomAttribute("data-result"))
                .isEqualTo("VERIFIED");
    }

    @Test
    void aListIsFilteredByKeyboardAndSharedByItsAddress() {
        write("one that is listed");
        chromium.go(at("/console/instances"));
        tabTo("input[name=where]");
        chromium.focused().sendKeys("state in (initialized, completed) and (suspended = yes or created > -1h)");
        tabTo("input[name=state][value=initialized]");
        chromium.focused().sendKeys(Keys.SPACE);
        tabTo("input[name=due-after]");
        tabTo("input[name=created-after]");
        chromium.focused().sendKeys("-1h", Keys.ENTER);
        chromium.await("the filter is in the address", () -> chromium.address().contains("created-after=-1h"));

        String shared = chromium.address();
        assertThat(shared).contains("where=state+in+", "state=initialized").doesNotContain("holder=", "due-after=");
        int found = chromium.all("tbody tr").size();
        assertThat(found).isPositive();
        chromium.go(shared.replace("suspended+%3D+yes+or+", "").replace("created-after=-1h", "created-before=-1h"));
        assertThat(chromium.all("tbody tr")).isEmpty();
        chromium.go(shared);
        assertThat(chromium.all("tbody tr")).hasSize(found);
        assertThat(chromium.find("input[name=created-after]").getDomProperty("value"))
                .isEqualTo("-1h");
    }

    @Test
    void filtersWorkWithoutScriptsOnAPhone() {
        write("one that is listed");
        chromium.resize(500, 800);
        chromium.scripts(false);
        try {
            chromium.go(at("/console/instances"));
            chromium.find("input[name=where]").sendKeys("suspended = yes or created > -1h");
            chromium.find(".filters button").click();
            chromium.await(
                    "the filter is in the address", () -> chromium.address().contains("where=suspended"));
            assertThat(chromium.all("tbody tr")).isNotEmpty();

            chromium.find("input[name=created-before]").sendKeys("yesterday", Keys.ENTER);
            chromium.await(
                    "a mistake is told", () -> !chromium.all("[role=alert]").isEmpty());
            assertThat(chromium.find("[role=alert]").getText()).contains("created-before: 'yesterday' is not a time");
        } finally {
            chromium.scripts(true);
        }
    }

    private static void tabTo(String css) {
        chromium.await(css + " is there", () -> !chromium.all(css).isEmpty());
        for (int i = 0; i < 60; i++) {
            if (Boolean.TRUE.equals(chromium.run("return document.activeElement.matches(arguments[0])", css))) {
                return;
            }
            chromium.focused().sendKeys(Keys.TAB);
        }
        throw new AssertionError(css + " cannot be reached by keyboard");
    }

    @Test
    void thePageOfTheFarmIsSmall() throws IOException {
        int bytes = 0;
        for (String name : List.of("farm.html", "farm.js")) {
            try (InputStream resource = FarmPage.class.getResourceAsStream(name)) {
                bytes += resource.readAllBytes().length;
            }
        }
        System.out.println("the page of the farm, without the style sheet of the console: " + bytes + " bytes");
        assertThat(bytes).isLessThan(30 * 1024);
    }
}
