// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import dev.rehydrate.sample.farm.StoreKind;
import dev.rehydrate.sample.story.Life;
import dev.rehydrate.sample.story.Step;
import dev.rehydrate.sample.story.Story;
import dev.rehydrate.store.hazelcast.HazelcastInstanceStore;
import dev.rehydrate.store.hazelcast.HazelcastStoreOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SampleRunTest {

    private static final Pattern ROW = Pattern.compile(
            "(.{17}) +(\\d+) +(\\d+) +(\\d+) +(\\d+) +(\\d+) +(\\d+) +[\\d.]+ k?M?B +[\\d.]+ k?M?B +(open|submitted) +ok");

    private static final String SHORT_STORY = """
            {"step": "create", "document": "memo", "author": "a", "title": "t"}
            {"step": "create", "document": "memo", "author": "b", "title": "t", "refused": 409}
            {"step": "read", "document": "never written", "refused": 404}
            {"step": "edit", "document": "memo", "author": "b", "append": ["x"]}
            """;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource(names = {"MEMORY", "HAZELCAST"})
    void theShippedSessionsEndAsTheFileSays(StoreKind store) throws IOException {
        Set<Thread> before = Thread.getAllStackTraces().keySet();

        String out = run("--store=" + store.argument());

        assertThat(rows(out))
                .hasSizeGreaterThanOrEqualTo(20)
                .hasSize(Story.shipped().lives().size())
                .allSatisfy(SampleRunTest::wasOnBothNodesAndInNoMemoryBetween);
        assertThat(rows(out).stream().mapToInt(row -> number(row, 7)).sum())
                .as("conflicts")
                .isGreaterThanOrEqualTo(1);
        assertThat(out).contains("1.4 MB", "1.0 MB", "refused: stale-etag", "refused: document-exists", "completed");
        assertThat(out.lines().toList())
                .anyMatch(line -> line.equals("node A stopped in the end · 15 of 15 open documents were ended on B"))
                .last(STRING)
                .contains("27 of 27 lives of 24 documents");
        assertThat(Thread.getAllStackTraces().keySet())
                .filteredOn(thread -> !before.contains(thread) && !thread.isDaemon())
                .allMatch(SampleRunTest::ends, "ends by itself");
    }

    @Test
    void whatIsAcknowledgedOnAFileIsThereAfterAllProcessesWereKilled() throws IOException {
        String out = run();

        assertThat(rows(out))
                .hasSize(Story.shipped().lives().size())
                .allSatisfy(SampleRunTest::wasOnBothNodesAndInNoMemoryBetween);
        assertThat(out.lines())
                .startsWith("store durable, one file, both nodes in a process of their own · 2 nodes"
                        + " · timeToUnload 0 · sessions.jsonl: "
                        + Story.shipped().steps().size() + " lines")
                .anyMatch(line -> line.contains("killed with SIGKILL, while an author types"))
                .anyMatch(line -> line.matches(".*started again on the same file after [\\d.]+ s"))
                .anyMatch(line -> line.matches(".* \\d+ edits were acknowledged before the kill, \\d+ are there.*"))
                .anyMatch(line -> line.matches(".* (\\d+) of \\1 open documents are as they were last acknowledged"));
        assertThat(out.lines().toList())
                .anyMatch(line -> line.equals("node A stopped in the end · 15 of 15 open documents were ended on B"))
                .last(STRING)
                .contains("27 of 27 lives of 24 documents");
    }

    /** Run twice: what one run has left open would be in the way of the next. */
    @Test
    void aClusterThatRunsIsJoinedByClientsAndLeftAsItWas() throws IOException {
        HazelcastStoreOptions settings = HazelcastStoreOptions.builder()
                .clusterName("test-" + UUID.randomUUID())
                .port(0)
                .build();
        try (HazelcastInstanceStore member = HazelcastInstanceStore.startMember(settings)) {
            System.setProperty("rehydrate.cluster-name", settings.clusterName());
            System.setProperty("rehydrate.members", String.join(",", member.members()));

            for (int times = 0; times < 2; times++) {
                assertThat(run("--store=client", "--sessions=" + shortStory(SHORT_STORY)))
                        .startsWith("store client")
                        .contains("node A stopped in the end · 1 of 1 open documents were ended on B");
            }
            assertThat(member.members()).hasSize(1);
        } finally {
            System.clearProperty("rehydrate.cluster-name");
            System.clearProperty("rehydrate.members");
        }
    }

    @Test
    void quietLeavesOnlyTheTableAndTheVerdict() throws IOException {
        assertThat(runOnMemory("--sessions=" + shortStory(SHORT_STORY)).lines())
                .anyMatch(line -> line.contains("last look"))
                .anyMatch(line -> line.contains("never written") && line.contains("refused: unknown-document"));
        assertThat(runOnMemory("--quiet", "--sessions=" + shortStory(SHORT_STORY))
                        .lines())
                .noneMatch(line -> line.contains("last look"))
                .anyMatch(line -> line.contains("1 of 1 lives of 1 documents are as the file says"));
    }

    @Test
    void aWrongExpectationMakesTheRunFailAndSaysWhatDiffers() throws IOException {
        Path tampered = tampered(text -> text.replace(
                "\"title\": \"Invoice 0117, corrected\", \"edits\": 4", "\"title\": \"Invoice 0118\", \"edits\": 5"));

        assertThatThrownBy(() -> runOnMemory("--quiet", "--sessions=" + tampered))
                .isInstanceOf(RunFailedException.class)
                .hasMessageContaining("2 differences")
                .hasMessageContaining("INV-2024/0117")
                .hasMessageContaining("the file says 'Invoice 0118', the service 'Invoice 0117, corrected'")
                .hasMessageContaining("number of edits")
                .hasMessageContaining("'5', the service '4'");
    }

    @Test
    void anAnswerThatTheFileDoesNotExpectMakesTheRunFail() throws IOException {
        Path tampered = shortStory(SHORT_STORY.replace("409", "410"));

        assertThatThrownBy(() -> runOnMemory("--quiet", "--sessions=" + tampered))
                .isInstanceOf(RunFailedException.class)
                .hasMessageContaining("1 difference ")
                .hasMessageContaining("line 2: create of memo was answered with 409")
                .hasMessageContaining("instead of 410");
    }

    @Test
    void whenAllGoesWrongTheRunIsGivenUp() throws IOException {
        String unexpected = "{\"step\": \"read\", \"document\": \"memo\", \"refused\": 404}\n";
        Path tampered = shortStory(SHORT_STORY + unexpected.repeat(50));

        assertThatThrownBy(() -> runOnMemory("--quiet", "--sessions=" + tampered))
                .isInstanceOf(RunFailedException.class)
                .hasMessageContaining("11 differences")
                .hasMessageContaining("line 5: read of memo was answered with 200 instead of 404")
                .hasMessageContaining("given up before line 15");
    }

    @Test
    void theShippedSessionsAreWhatTheyClaimToBe() {
        Story story = Story.shipped();

        Set<String> reused = story.lives().stream()
                .filter(life -> life.ordinal() > 1)
                .map(Life::document)
                .collect(Collectors.toSet());
        assertThat(story.lives().stream().map(Life::document).distinct()).hasSizeGreaterThanOrEqualTo(20);
        assertThat(reused).hasSizeGreaterThanOrEqualTo(3);
        assertThat(story.lives()).allMatch(life -> life.text().authors().size() >= 2, "two authors");
        assertThat(story.lives()).allMatch(life -> life.expect() != null, "counted by hand too");
        assertThat(story.steps()).anyMatch(step -> step instanceof Step.Edit edit && edit.stale());
        assertThat(story.lives())
                .anyMatch(life -> life.attachment() != null && life.attachment().bytes() == 1 << 20);
        assertThat(story.lives().stream().flatMap(life -> life.text().paragraphs().stream()))
                .anyMatch(text -> text.codePoints().anyMatch(Character::isSupplementaryCodePoint));
    }

    private Path shortStory(String text) throws IOException {
        return Files.writeString(folder.resolve("short.jsonl"), text);
    }

    private Path tampered(UnaryOperator<String> change) throws IOException {
        String shipped = shippedText();
        String text = change.apply(shipped);
        assertThat(text).isNotEqualTo(shipped);
        return Files.writeString(folder.resolve("tampered.jsonl"), text);
    }

    private static String shippedText() throws IOException {
        try (var resource = Story.class.getResourceAsStream("sessions.jsonl")) {
            return new String(resource.readAllBytes(), UTF_8);
        }
    }

    private static boolean ends(Thread thread) {
        try {
            thread.join(OpenFarm.PATIENCE.toMillis());
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
        return !thread.isAlive();
    }

    private static List<Matcher> rows(String out) {
        return out.lines().map(ROW::matcher).filter(Matcher::matches).toList();
    }

    private static void wasOnBothNodesAndInNoMemoryBetween(Matcher row) {
        assertThat(number(row, 3)).as("served by A: " + row.group()).isPositive();
        assertThat(number(row, 4)).as("served by B: " + row.group()).isPositive();
        assertThat(number(row, 5)).as("dehydrated: " + row.group()).isPositive();
        assertThat(number(row, 6)).as("rehydrated: " + row.group()).isPositive();
    }

    private static int number(Matcher row, int group) {
        return Integer.parseInt(row.group(group));
    }

    private static String runOnMemory(String... arguments) throws IOException {
        return run(
                Stream.concat(Stream.of("--store=memory"), Stream.of(arguments)).toArray(String[]::new));
    }

    private static String run(String... arguments) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        SampleRun.run(RunOptions.parse(arguments), new PrintStream(out, true, UTF_8));
        return out.toString(UTF_8);
    }
}
