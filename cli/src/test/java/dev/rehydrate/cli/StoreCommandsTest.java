// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rehydrate.cli.CommandLineRun.Shell;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.console.FaultGallery;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What commands answer, ask, refuse and end with, on a store in this process. */
class StoreCommandsTest {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final FaultGallery gallery = new FaultGallery();
    private final Shell shell = Shell.of((target, options) -> gallery.open(options), gallery.time);

    @AfterEach
    void close() {
        gallery.close();
    }

    private List<String> idle(int count) {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ids.add(gallery.idle("order " + i, "tea").toString());
        }
        return ids;
    }

    @Test
    void pagesFollowEachOtherByTheirPlaces() {
        List<String> ids = idle(5);

        CommandLineRun first = shell.run("instances", "list", "--definition", "Order", "--limit", "2", "--json");
        List<String> listed = new ArrayList<>();
        first.json().forEach(line -> listed.add(line.path("id").asText()));
        String place = first.json().get(1).path("after").asText();
        shell.run("instances", "list", "--definition", "Order", "--after", place, "--json")
                .json()
                .forEach(line -> listed.add(line.path("id").asText()));

        assertThat(listed).containsExactlyInAnyOrderElementsOf(ids).doesNotHaveDuplicates();
        assertThat(first.err()).contains("--after " + place);
        assertThat(shell.run("instances", "list", "--limit", "2", "--all", "--json")
                        .json())
                .hasSize(5);
        assertThat(shell.run("instances", "list", "--count").out()).isEqualToIgnoringNewLines("5");
        assertThat(shell.run("instances", "list", "--where", "definition = Other or created > now+1h")
                        .out()
                        .lines())
                .hasSize(1);
    }

    @Test
    void pagesFollowEachOtherInTheOrderOfATimeThatManyShare() {
        List<String> early = idle(3);
        gallery.time.advance(Duration.ofHours(1));
        List<String> late = List.of(
                gallery.idle("late 1", "tea").toString(),
                gallery.idle("late 2", "tea").toString());
        List<String> listed = new ArrayList<>();
        String[] first = {"instances", "list", "--sort", "created", "--descending", "--limit", "1", "--json"};

        List<JsonNode> page = shell.run(first).json();
        while (!page.isEmpty()) {
            listed.add(page.get(0).path("id").asText());
            List<String> next = new ArrayList<>(List.of(first));
            next.addAll(List.of("--after", page.get(0).path("after").asText()));
            page = shell.run(next.toArray(String[]::new)).json();
        }

        assertThat(listed).hasSize(5).doesNotHaveDuplicates();
        assertThat(listed.subList(0, 2)).containsExactlyInAnyOrderElementsOf(late);
        assertThat(listed.subList(2, 5)).containsExactlyInAnyOrderElementsOf(early);
        assertThat(shell.run("instances", "list", "--sort", "due", "--limit", "2", "--all", "--json")
                        .json())
                .as("none is due")
                .hasSize(5);
        assertThat(shell.run("instances", "list", "--sort", "updated", "--limit", "2", "--all", "--json")
                        .json())
                .extracting(line -> line.path("id").asText())
                .containsExactlyInAnyOrderElementsOf(
                        Stream.concat(early.stream(), late.stream()).toList());
        CommandLineRun wrong = shell.run("instances", "list", "--sort", "state");
        assertThat(wrong.code()).isEqualTo(2);
        assertThat(wrong.err()).contains("a list has no order of 'state'", "'value.state'");
        CommandLineRun ofAnotherOrder =
                shell.run("instances", "list", "--sort", "due", "--after", late.get(0) + "@NUMBER:1");
        assertThat(ofAnotherOrder.code()).isEqualTo(2);
        assertThat(ofAnotherOrder.err()).contains("DUE is compared with values of the kind INSTANT");
    }

    /** As the same words in the address of a list of the console. */
    @Test
    void timesThatAreRepeatedMustAllHoldAndOneOfSeveralAnswers() {
        idle(2);
        gallery.time.advance(Duration.ofHours(2));
        String late = gallery.idle("late", "tea").toString();

        assertThat(listed("--created-after=-3h", "--created-after=-1h")).containsExactly(late);
        assertThat(listed("--created-before=-1h", "--created-before=-3h")).isEmpty();
        assertThat(listed("--suspended=no", "--suspended")).hasSize(3);
        assertThat(listed("--suspended", "--suspended=yes")).isEmpty();
    }

    private List<String> listed(String... conditions) {
        CommandLineRun run = shell.run(Stream.concat(Stream.of("instances", "list", "--json"), Stream.of(conditions))
                .toArray(String[]::new));
        assertThat(run.code()).as(run.err()).isZero();
        return run.json().stream().map(line -> line.path("id").asText()).toList();
    }

    @Test
    void aTableShowsWhatUsersWroteAsText() {
        String id = gallery.idle("a", "tea").toString();
        gallery.host.control().suspend(InstanceId.parse(id), "\u001b[2J\u202e hostile");

        CommandLineRun list = shell.run("instances", "list", "--suspended");
        CommandLineRun shown = shell.run("instances", "show", id);

        assertThat(list.out()).contains("INSTANCE", "STATUS", id, "suspended", "Order 1.0.0.0");
        assertThat(shown.out()).contains("hostile").doesNotContain("\u001b", "\u202e");
    }

    @Test
    void anActionNeedsInstancesAReasonAndAnAnswer() {
        String id = idle(1).get(0);

        assertThat(shell.run("instances", "suspend", "--yes", "--reason", "x").code())
                .isEqualTo(2);
        CommandLineRun withoutReason = shell.run("instances", "suspend", id, "--yes");
        assertThat(withoutReason.code()).isEqualTo(2);
        assertThat(withoutReason.err()).contains("needs a --reason");
        CommandLineRun unasked = shell.run("instances", "suspend", id, "--reason", "x");
        assertThat(unasked.code()).isEqualTo(2);
        assertThat(unasked.err()).contains("give --yes");
        CommandLineRun no = shell.typing("no\n").run("instances", "suspend", id, "--reason", "x");
        assertThat(no.code()).isEqualTo(1);
        assertThat(no.err()).contains("Suspend this instance? [y/N]", "Nothing was changed");
        assertThat(shell.run("instances", "list", "--suspended", "--count").out())
                .startsWith("0");
        CommandLineRun yes = shell.typing("y\n").run("instances", "suspend", id, "--reason", "inventory");
        assertThat(yes.code()).isZero();
        assertThat(yes.out()).contains("Done and verified.", "with this reason");
    }

    @Test
    void aDeadLetterIsRedrivenWithoutTheDefinition() {
        String id = gallery.deadLetter().toString();
        assertThat(shell.run("outbox", id, "--dead", "--json").json()).hasSize(1);
        gallery.host.control().suspend(InstanceId.parse(id), "inventory");

        CommandLineRun refused = shell.run("instances", "redrive", id, "--reason", "the warehouse is open", "--yes");
        gallery.host.control().resume(InstanceId.parse(id));
        CommandLineRun redriven = shell.run("instances", "redrive", id, "--reason", "the warehouse is open", "--yes");
        CommandLineRun again = shell.run("instances", "redrive", id, "--reason", "the warehouse is open", "--yes");

        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.out()).contains("Refused.", "is suspended: resume it first", "Nothing was changed");
        assertThat(redriven.code()).as(redriven.out()).isZero();
        assertThat(redriven.out())
                .contains("1 of 1 dead letters are redriven", "none of its sent messages is a dead letter any more");
        assertThat(again.out()).contains("it has no dead letters");
        gallery.time.advance(Duration.ofMinutes(1));
        assertThat(shell.run("outbox", id, "--dead", "--json").json())
                .as("a host has sent it again, and its sink refuses everything")
                .hasSize(1);
    }

    @Test
    void bulkSaysOfEachInstanceWhatBecameOfIt() {
        List<String> ids = idle(3);
        gallery.host.control().suspend(InstanceId.parse(ids.get(0)), "before");

        CommandLineRun tried = shell.run("instances", "resume", "--definition", "Order", "--dry-run", "--json");
        CommandLineRun suspended = shell.run(
                "instances",
                "suspend",
                "--definition",
                "Order",
                "--reason",
                "stop",
                "--yes",
                "--json",
                "--actor",
                "me");
        CommandLineRun mixed = shell.run(
                "instances", "delete", ids.get(0), InstanceId.random().toString(), "--reason", "gone", "--yes");

        assertThat(tried.code()).isZero();
        assertThat(tried.json())
                .extracting(line -> line.path("result").asText())
                .containsExactlyInAnyOrder("would_change", "left_alone", "left_alone");
        assertThat(suspended.code()).isZero();
        assertThat(suspended.json())
                .extracting(line -> line.path("result").asText())
                .containsOnly("verified");
        assertThat(mixed.code()).isEqualTo(1);
        assertThat(mixed.out()).contains("Done and verified", "Refused. Answer: there is no such instance");
        assertThat(mixed.err()).contains("1 of 2 are done and verified");
    }

    @Test
    void ownersAreListed() {
        idle(1);

        List<JsonNode> owners = shell.run("owners", "--json").json();

        assertThat(owners)
                .anySatisfy(
                        owner -> assertThat(owner.path("published").path("node").asText())
                                .isEqualTo("new"));
        assertThat(owners).extracting(owner -> owner.path("state").asText()).containsOnly("unwatched");
        assertThat(shell.run("owners").out()).contains("node new", "shop");
    }

    /** A person who looks for the node that has died need not look at those that were stopped. */
    @Test
    void anOwnerThatHasRetiredIsNotTakenForOneThatHasDied() {
        InstanceStore stopping = gallery.open(StoreOptions.defaults().withTime(gallery.time));
        OwnerId owner = stopping.execute(
                stopping.createHandle(), new CreateOwner(OwnerDescription.ofType("stopped")), PATIENCE);
        InstanceId leftBehind = InstanceId.random();
        stopping.execute(stopping.createHandle(owner, leftBehind), LoadInstance.of(LoadMode.holdOrCreate()), PATIENCE);
        stopping.close();

        CommandLineRun owners = shell.run("owners");
        String stopped = shell.run("instances", "show", leftBehind.toString()).out();

        assertThat(owners.out()).containsPattern("retired +stopped").containsPattern("unwatched +shop");
        assertThat(stopped).contains(", retired; lease", "which has retired: its host has ended");
    }

    @Test
    void whatIsNotThereEndsWithOne() {
        assertThat(shell.run("instances", "show", InstanceId.random().toString())
                        .code())
                .isEqualTo(1);
        assertThat(shell.run("instances", "show", "--scope", "shop", "--text", "none")
                        .code())
                .isEqualTo(1);
        assertThat(shell.run("keys", "show", "--scope", "shop", "--part", "Order=none")
                        .code())
                .isEqualTo(1);
    }

    @Test
    void mistakesEndWithTwoAndASentence() {
        String id = InstanceId.random().toString();
        for (String[] mistake : new String[][] {
            {"instances"},
            {"nonsense"},
            {"instances", "show"},
            {"instances", "show", "seven"},
            {"instances", "show", id, "--scope", "shop", "--text", "x"},
            {"instances", "show", "--scope", "shop"},
            {"instances", "show", id, "--text", "x"},
            {"instances", "show", id, "--part", "a=b"},
            {"keys", "show", id, "--text", "x"},
            {"keys", "show", id, "--part", "a=b"},
            {"instances", "show", id, "--watch", "long"},
            {"instances", "list", "--limit", "0"},
            {"instances", "list", "--descending"},
            {"instances", "list", "--where", "state ="},
            {"instances", "list", "--suspended=perhaps"},
            {"instances", "list", "--where", "status = = x"},
            {"instances", "list", "--count", "--limit", "3"},
            {"instances", "list", "--count", "--all"},
            {"instances", "retry", id, "--after", id, "--reason", "x", "--yes"},
            {"outbox", id, "--definition", "Order"},
            {"outbox", id, "--after", id},
            {"mailbox", id, "--limit", "3"},
            {"owners", "--watch", "99999999999999d"},
            {"owners", "--watch", "999999999999h"},
            {"owners", "--cluster-name", "farm"},
            {"import", "--from-line", "0"},
            {"instances", "list", "--after", "nowhere"},
            {"instances", "retry", id, "--definition", "Order", "--reason", "x", "--yes"},
            {"keys", "show"},
            {"outbox", "--limit", "2000"},
            {"export", "--resume"},
            {"import", "target/no-such-file"},
            {"bench", "--instances", "0", "--yes"},
            {"bench"}
        }) {
            CommandLineRun run = shell.run(mistake);
            assertThat(run.code()).as(String.join(" ", mistake)).isEqualTo(2);
            assertThat(run.out()).isEmpty();
            assertThat(run.err()).as(String.join(" ", mistake)).isNotBlank().doesNotContain("\tat ");
        }
    }

    @Test
    void benchLeavesNothingBehind() {
        CommandLineRun run = shell.run("bench", "--instances", "20", "--threads", "2", "--yes", "--json");

        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.json().get(0).path("instances").asInt()).isEqualTo(20);
        assertThat(run.json().get(0).path("create").has("p99Micros")).isTrue();
        assertThat(shell.run("instances", "list", "--count").out()).startsWith("0");
    }

    @Test
    void whereTheInstancesAreIsSaidOnceAndCompletely() {
        Shell nowhere = Shell.real();

        assertThat(nowhere.run("owners").err()).contains("say where the instances are");
        assertThat(nowhere.run("owners", "--farm", "h", "--jdbc", "u").err()).contains("either --farm or --jdbc");
        assertThat(nowhere.run("owners", "--farm", "127.0.0.1:1").err()).contains("--cluster-name");
        assertThat(nowhere.run("owners", "--farm", "h", "--cluster-name", "c", "--durability", "none")
                        .err())
                .contains("memory, protected or write-behind");
        assertThat(nowhere.in(Map.of("REHYDRATE_MEMBERS", "h", "JDBC_URL", "u"))
                        .run("owners")
                        .err())
                .contains("both");
    }

    @Test
    void severalMistakesStandOnLinesOfTheirOwn() {
        CommandLineRun run = Shell.real().run("owners", "--farm", "a b", "--cluster-name", "\u001b");

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err().lines().limit(3))
                .satisfiesExactly(
                        first -> assertThat(first).isEqualTo("the configuration cannot be used:"),
                        second -> assertThat(second).contains("members is addresses"),
                        third -> assertThat(third).contains("cluster-name is one line", "'\\u001b'"));
    }

    @Test
    void thePasswordComesFromTheEnvironmentOrIsAskedFor() {
        List<String> secrets = new ArrayList<>();
        Shell database = Shell.of(
                (target, options) -> {
                    secrets.add(((dev.rehydrate.cli.connect.Target.Database) target).password());
                    return gallery.open(options);
                },
                gallery.time);

        database.in(Map.of("JDBC_PASSWORD", "from environment")).run("owners");
        database.typing("typed\n").run("owners", "--password");
        database.run("owners");

        assertThat(secrets).containsExactly("from environment", "typed", "");
        CommandLineRun told = database.run("owners", "--password=hunter2");
        assertThat(told.code()).isEqualTo(2);
        assertThat(told.err() + told.out()).contains("set JDBC_PASSWORD").doesNotContain("hunter2");
        CommandLineRun unasked = database.run("owners", "--password");
        assertThat(unasked.code()).isEqualTo(2);
        assertThat(unasked.err())
                .contains("leave out --password, and set JDBC_PASSWORD")
                .doesNotContain("Password: ");
        assertThat(secrets).hasSize(3);
    }

    @Test
    void aFlagDoesNotSwallowTheNextWord() {
        String id = idle(1).get(0);
        gallery.host.control().suspend(InstanceId.parse(id), "inventory");

        assertThat(shell.run("instances", "list", "--suspended", "--count").out())
                .startsWith("1");
        assertThat(shell.run("instances", "list", "--suspended=no", "--count").out())
                .startsWith("0");
        CommandLineRun both = shell.run("instances", "resume", "--suspended", id, "--reason", "x", "--yes");
        assertThat(both.code()).isEqualTo(2);
        assertThat(both.err()).contains("say which instances: their ids, or conditions");
        assertThat(shell.typing("secret\n")
                        .run("instances", "show", "--password", id)
                        .code())
                .isZero();
    }

    @Test
    void progressIsForPeopleOnly() {
        List<String> ids = idle(2);

        CommandLineRun alone = shell.run("instances", "suspend", ids.get(0), ids.get(1), "--reason", "x", "--yes");
        CommandLineRun watched =
                shell.typing("").run("instances", "resume", ids.get(0), ids.get(1), "--reason", "x", "--yes");

        assertThat(alone.err()).doesNotContain("\r");
        assertThat(watched.err()).contains("\r[###############...............] 50 % 1 of 2 instances");
    }

    @Test
    void completionIsGenerated() {
        assertThat(Shell.real().run("generate-completion").out()).contains("instances", "--cluster-name", "complete");
    }
}
