// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.cli.CommandLineRun.Shell;
import dev.rehydrate.console.FaultGallery;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What docs/cli.md says can be typed, and all that can be typed is in it. */
class DocsTest {

    private static final Path PAGE = Path.of("../docs/cli.md");
    private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");

    private static List<String[]> examples() throws IOException {
        List<String[]> examples = new ArrayList<>();
        for (String line : Files.readAllLines(PAGE)) {
            if (line.startsWith("rehydrate ")) {
                List<String> words = new ArrayList<>();
                Matcher word = WORD.matcher(line.substring("rehydrate ".length()));
                while (word.find()) {
                    words.add(word.group(1) == null ? word.group(2) : word.group(1));
                }
                examples.add(words.toArray(String[]::new));
            }
        }
        return examples;
    }

    /** The files of the page do not exist, no person answers, and no instance has its id; but no example is a mistake. */
    @Test
    void eachExampleIsUnderstood() throws IOException {
        try (FaultGallery gallery = new FaultGallery()) {
            Shell shell = Shell.of((target, options) -> gallery.open(options), new PassingTime(gallery.time));
            for (String[] example : examples()) {
                boolean ofFile = example[0].equals("export") || example[0].equals("import");
                CommandLineRun run = ofFile
                        ? Shell.real().run(example)
                        : shell.typing("no\n").run(example);

                assertThat(run.err())
                        .as(String.join(" ", example))
                        .doesNotContain("Unknown option", "Unmatched argument", "Usage: rehydrate [", "cannot be read");
                assertThat(run.code()).as(String.join(" ", example) + run.err()).isBetween(0, ofFile ? 2 : 1);
            }
        }
    }

    @Test
    void eachCommandHasAnExample() throws IOException {
        TreeSet<String> shown = new TreeSet<>();
        for (String[] example : examples()) {
            boolean grouped = example[0].equals("instances") || example[0].equals("keys");
            shown.add(grouped ? example[0] + " " + example[1] : example[0]);
        }
        String help = Shell.real().run("--help").out()
                + Shell.real().run("instances", "--help").out();

        assertThat(shown)
                .containsExactlyInAnyOrder(
                        "bench",
                        "export",
                        "flush",
                        "import",
                        "instances delete",
                        "instances list",
                        "instances redrive",
                        "instances release",
                        "instances resume",
                        "instances retry",
                        "instances show",
                        "instances suspend",
                        "instances terminate",
                        "keys show",
                        "mailbox",
                        "outbox",
                        "owners");
        shown.forEach(command -> assertThat(help).contains(command.substring(command.lastIndexOf(' ') + 1)));
    }

    @Test
    void eachOptionOfTheConnectionIsExplained() throws IOException {
        String page = Files.readString(PAGE);
        Matcher option = Pattern.compile("--[a-z-]+")
                .matcher(Shell.real().run("instances", "list", "--help").out());

        while (option.find()) {
            if (!List.of("--help", "--version").contains(option.group())) {
                String prefix = option.group().replaceAll("(--created|--updated)-.*", "$1-");
                assertThat(page).contains(prefix);
            }
        }
    }
}
