// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample;

import dev.rehydrate.sample.farm.RunningFarm;
import dev.rehydrate.sample.play.Findings;
import dev.rehydrate.sample.play.Performance;
import dev.rehydrate.sample.serve.ServeOptions;
import dev.rehydrate.sample.serve.Serving;
import dev.rehydrate.sample.story.Story;
import dev.rehydrate.sample.story.StoryException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Starts two nodes over one store, plays a file of editing sessions against both, and checks every document against the
 * file. In the middle all processes of the nodes are killed and started again, where the store is durable. In the end one node is
 * stopped, and the other ends the documents that are still open. Arguments: {@code --store=durable} (or {@code hazelcast},
 * {@code client}, {@code memory}), {@code --sessions=FILE}, {@code --quiet}; or {@code serve}, which plays nothing and stays up. Ends with an exception that says what
 * differs, or normally if nothing does; leaves nothing behind.
 */
public final class SampleRun {

    private static final String SERVE = "serve";

    private SampleRun() {}

    /**
     * Runs the sample.
     *
     * @param arguments see above
     * @throws RunFailedException if an argument cannot be, there is no free port on the loopback interface, a file cannot be used, or a
     *     document is not as the file says; has no stack trace, for its message is what a user needs
     */
    public static void main(String[] arguments) {
        // The encoding of the terminal is not known here; UTF-8 is what nearly all have.
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        List<String> all = List.of(arguments);
        try {
            if (all.contains(SERVE)) {
                serve(all.stream().filter(argument -> !argument.equals(SERVE)).toList(), out);
            } else {
                run(RunOptions.parse(arguments), out);
            }
        } catch (IOException | StoryException cannotBe) {
            throw new RunFailedException(String.valueOf(cannotBe.getMessage()));
        }
        out.flush();
    }

    private static void serve(List<String> arguments, PrintStream out) throws IOException {
        try {
            Serving.run(ServeOptions.parse(arguments), out);
        } catch (IllegalArgumentException cannotBe) {
            throw new RunFailedException(String.valueOf(cannotBe.getMessage()));
        }
    }

    static void run(RunOptions options, PrintStream out) throws IOException {
        Story story = options.sessions() == null ? Story.shipped() : Story.at(options.sessions());
        Findings findings;
        try (RunningFarm farm = options.store().start()) {
            introduce(options, story, farm, out);
            findings = new Performance(farm).play(story, options.quiet() ? line -> {} : out::println, out::println);
        }
        if (!findings.all().isEmpty()) {
            throw RunFailedException.differing(findings.all());
        }
    }

    private static void introduce(RunOptions options, Story story, RunningFarm farm, PrintStream out) {
        out.println(
                "store " + options.store().argument() + ", " + options.store().words() + " · "
                        + farm.nodes().size() + " nodes · timeToUnload 0 · " + story.name() + ": "
                        + story.steps().size() + " lines");
        for (RunningFarm.Address node : farm.nodes()) {
            out.println("node " + node.name() + "  " + node.uri());
        }
        out.println();
    }
}
