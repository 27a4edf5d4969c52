// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.cli.CommandLineRun.Shell;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.console.FaultGallery;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.InstanceValue.Option;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How promoted values are asked for, shown, and gone on from. */
class PromotedValuesTest {

    private final FaultGallery gallery = new FaultGallery();
    private final Shell shell = Shell.of((target, options) -> gallery.open(options), gallery.time);
    private final InstanceStore store = gallery.open(StoreOptions.defaults().withTime(gallery.time));

    @AfterEach
    void close() {
        store.close();
        gallery.close();
    }

    private String promoting(String name, Object value) {
        InstanceId id = InstanceId.random();
        store.commands()
                .execute(
                        id,
                        CreateInstance.of(InstanceChanges.builder()
                                .replaceData(
                                        Map.of(name, InstanceValue.of(value).with(Option.PROMOTED)))
                                .build()))
                .receiptOrThrow();
        return id.toString();
    }

    private List<String> listed(String... more) {
        List<String> words = new ArrayList<>(List.of("instances", "list", "--json"));
        words.addAll(List.of(more));
        return shell.run(words.toArray(String[]::new)).json().stream()
                .map(line -> line.path("id").asText())
                .toList();
    }

    @Test
    void aUuidIsAskedForAsItIsWritten() {
        UUID uuid = UUID.fromString("00000000-0000-0007-0000-00000000000a");
        String asUuid = promoting("oid", uuid);
        String asText = promoting("oid", uuid.toString());
        String other = promoting("oid", UUID.randomUUID());

        assertThat(listed("--where", "oid = " + uuid)).containsExactly(asUuid);
        assertThat(listed("--where", "oid != " + uuid)).containsExactlyInAnyOrder(asText, other);
        assertThat(listed("--where", "oid = \"" + uuid + "\"")).containsExactly(asText);
    }

    @Test
    void aNumberIsShownInPlainDigits() {
        promoting("total", 1000);
        promoting("total", new BigDecimal("1E+999999999"));

        assertThat(shell.run("instances", "list").out()).contains(" 1000\n", " 1E+999999999\n");
        assertThat(shell.run("instances", "list", "--json").out()).contains("{\"total\":1000}");
    }

    /** A name comes from an application, as a value does, and stands at the head of a column. */
    @Test
    void theNameOfAValueMovesNoCursor() {
        promoting("\u001b[2J\u001b]0;title\u0007\r\u202ename", 1);

        CommandLineRun list = shell.run("instances", "list");

        assertThat(list.out())
                .contains("\\u001b[2J\\u001b]0;title\\u0007\\r\\u202ename")
                .matches("[ -~\u2013\n]+");
    }

    @Test
    void whatIsPrintedToGoOnCanBePasted() {
        String hostile = "a \u001b[2J\u202e$(reboot)\n`x` ; 'Анна' \"%0041\" ~ * \\";
        List<String> all = List.of(promoting("author", hostile), promoting("author", hostile + "z"));

        CommandLineRun first = shell.run("instances", "list", "--sort", "author", "--limit", "1", "--json");
        CommandLineRun dryRun =
                shell.run("instances", "suspend", "--where", "author exists", "--limit", "1", "--dry-run");

        String place = first.json().get(0).path("after").asText();
        assertThat(first.err()).isEqualToIgnoringNewLines("There may be more: --after " + place);
        assertThat(place).matches("[A-Za-z0-9@:%._-]+");
        assertThat(dryRun.err()).matches("[ -~]+\\R");
        assertThat(listed("--sort", "author", "--after", place)).containsExactly(all.get(1));
    }
}
