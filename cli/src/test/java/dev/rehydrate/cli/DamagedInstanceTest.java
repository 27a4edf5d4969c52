// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.cli.CommandLineRun.Shell;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.KeyChanges;
import dev.rehydrate.console.FaultGallery;
import dev.rehydrate.engine.ForwardingEngine;
import dev.rehydrate.engine.Reply;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.engine.StorageException;
import dev.rehydrate.engine.StoredRow;
import dev.rehydrate.host.StoredInstance;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.decision.Decision;
import dev.rehydrate.slot.operation.SlotOperation;
import dev.rehydrate.store.StoreOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A damaged record is of one instance: a command on several does its work on the others. */
class DamagedInstanceTest {

    private static final String WHY = "a stored record is corrupt";

    private final FaultGallery gallery = new FaultGallery();
    private final InstanceId first = gallery.deadLetter();
    private final InstanceId damaged = gallery.idle("two", "tea");
    private final Set<SlotAddress> alsoDamaged = new HashSet<>(Set.of(SlotAddress.of(damaged)));
    private boolean hasRows = true;
    private final InstanceId last = gallery.idle("three", "tea");
    private final Shell shell = Shell.of(
            (target, options) -> gallery.open(options.withDecorator(DamagedSlot::new)), new PassingTime(gallery.time));

    /** Fails as a provider does whose checksum does not match. */
    private final class DamagedSlot extends ForwardingEngine {
        DamagedSlot(StorageEngine engine) {
            super(engine);
        }

        @Override
        public CompletionStage<List<StoredRow>> storedRows(SlotAddress at) {
            return hasRows
                    ? CompletableFuture.completedFuture(List.of(new StoredRow(
                            "slot", Map.of("address", at.instance().toString()), Map.of("head", new byte[] {0, -1}))))
                    : super.storedRows(at);
        }

        @Override
        public <A> CompletionStage<Reply<A>> apply(SlotAddress at, SlotOperation<A> operation) {
            if (!alsoDamaged.contains(at)) {
                return super.apply(at, operation);
            }
            Optional<Decision<A>> onDamage = operation.decideDamaged();
            if (onDamage.isPresent()) {
                alsoDamaged.remove(at);
                return CompletableFuture.completedFuture(Reply.to(onDamage.get()));
            }
            return CompletableFuture.failedFuture(StorageException.corrupt("the checksum does not match", null));
        }
    }

    @AfterEach
    void close() {
        gallery.close();
    }

    private CommandLineRun run(String command, String... options) {
        String[] words = (command + " " + first + " " + damaged + " " + last + " " + String.join(" ", options))
                .trim()
                .split(" ");
        return shell.run(words);
    }

    @Test
    void anActionIsCarriedOutOnTheOthers() {
        CommandLineRun run = run("instances suspend", "--reason", "inventory", "--yes");

        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out().lines())
                .satisfiesExactly(
                        line -> assertThat(line).startsWith(first + "  Done and verified."),
                        line -> assertThat(line)
                                .startsWith(damaged + "  Refused.")
                                .contains(WHY),
                        line -> assertThat(line).startsWith(last + "  Done and verified."));
        assertThat(run.err()).contains("2 of 3 are done and verified.");
    }

    @Test
    void aDryRunSaysWhatWouldBecomeOfEach() {
        CommandLineRun run = run("instances suspend", "--dry-run");

        assertThat(run.code()).isZero();
        assertThat(run.out().lines())
                .satisfiesExactly(
                        line -> assertThat(line).isEqualTo(first + "  would suspend"),
                        line -> assertThat(line).startsWith(damaged + "  left alone: " + WHY),
                        line -> assertThat(line).isEqualTo(last + "  would suspend"));
    }

    @Test
    void messagesOfTheOthersAreListed() {
        CommandLineRun run = run("outbox");

        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out()).contains(first.toString(), "the warehouse is closed");
        assertThat(run.err()).contains("The messages of instance " + damaged + " cannot be read: " + WHY);
    }

    @Test
    void theOthersAreExported() {
        CommandLineRun run = shell.run("export");

        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out())
                .contains(first.toString(), last.toString())
                .doesNotContain(damaged.toString())
                .endsWith("{\"end\":true,\"instances\":2,\"complete\":false}\n");
        assertThat(run.err())
                .contains("Instance " + damaged + " is not exported: " + WHY)
                .contains("Exported 2 instances.");
    }

    private InstanceKey damagedKeyOfLast() {
        InstanceKey key = InstanceKey.of("shop", "voucher 7");
        gallery.open(StoreOptions.defaults().withTime(gallery.time))
                .commands()
                .execute(
                        last,
                        SaveInstance.of(InstanceChanges.builder()
                                .keys(KeyChanges.associating(key))
                                .build()));
        alsoDamaged.add(SlotAddress.of(key));
        return key;
    }

    @Test
    void anInstanceIsShownWithoutTheKeyAndTheMailboxThatAreDamaged() {
        InstanceKey key = damagedKeyOfLast();
        alsoDamaged.add(SlotAddress.of(StoredInstance.mailboxOf(last)));

        CommandLineRun run = shell.run("instances", "show", last.toString());
        CommandLineRun ofKey = shell.run("keys", "show", key.toString());

        assertThat(run.code()).isZero();
        assertThat(run.out())
                .contains("! DAMAGED_RECORD")
                .contains("What is stored of the key " + key + " cannot be read: " + WHY)
                .contains("What is stored of its mailbox " + StoredInstance.mailboxOf(last) + " cannot be read: " + WHY)
                .contains("Restore the record from a backup, or discard it (rehydrate instances discard-damaged).");
        assertThat(ofKey.code()).isEqualTo(1);
        assertThat(ofKey.err()).contains(WHY).contains(key.toString());
    }

    @Test
    void itIsDiscardedIfAPersonSaysSoAndTheOthersAreLeftAlone() {
        CommandLineRun foreseen = run("instances discard-damaged", "--dry-run");
        CommandLineRun unasked = run("instances discard-damaged", "--reason", "disk");
        CommandLineRun run = run("instances discard-damaged", "--reason", "disk", "--yes", "--json");
        CommandLineRun again =
                shell.run("instances", "discard-damaged", damaged.toString(), "--reason", "disk", "--yes");

        assertThat(foreseen.code()).isZero();
        assertThat(foreseen.out().lines())
                .satisfiesExactly(
                        line -> assertThat(line).startsWith(first + "  left alone: it can be read"),
                        line -> assertThat(line).startsWith(damaged + "  would be removed: " + WHY),
                        line -> assertThat(line).startsWith(last + "  left alone: it can be read"));
        assertThat(unasked.code()).isEqualTo(2);
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out().lines())
                .satisfiesExactly(
                        line -> assertThat(line).contains(first.toString(), "\"result\":\"refused\""),
                        line -> assertThat(line)
                                .contains(damaged.toString(), "\"result\":\"verified\"", "the checksum does not match"),
                        line -> assertThat(line).contains(last.toString(), "\"result\":\"refused\""));
        assertThat(again.code()).isEqualTo(1);
        assertThat(again.out()).contains("Refused.", "it can be read, or nothing is there");
    }

    @Test
    void itIsKeptAsItIsStoredBeforeItIsDiscarded(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("damaged.jsonl");
        String line = "{\"instance\":\"" + damaged + "\",\"table\":\"slot\",\"texts\":{\"address\":\"" + damaged
                + "\"},\"bytes\":{\"head\":\"AP8=\"}}";

        CommandLineRun foreseen = run("instances discard-damaged", "--dry-run", "--keep-rows", file + ".dry");
        CommandLineRun run = run("instances discard-damaged", "--reason", "disk", "--yes", "--keep-rows", "" + file);

        assertThat(foreseen.code()).isZero();
        assertThat(run.err()).contains("Kept 1 record in " + file + ".");
        assertThat(run.out()).contains(damaged + "  Done and verified.");
        assertThat(Files.readAllLines(file))
                .containsExactly("{\"format\":\"rehydrate-damaged/1\"}", line)
                .isEqualTo(Files.readAllLines(Path.of(file + ".dry")));
    }

    @Test
    void nothingIsDiscardedThatCannotBeKept(@TempDir Path folder) throws IOException {
        Path there = Files.writeString(folder.resolve("there.jsonl"), "evidence");
        Path nowhere = folder.resolve("none").resolve("damaged.jsonl");

        CommandLineRun twice = run("instances discard-damaged", "--reason", "disk", "--yes", "--keep-rows", "" + there);
        CommandLineRun noFolder =
                run("instances discard-damaged", "--reason", "disk", "--yes", "--keep-rows", "" + nowhere);
        hasRows = false;
        CommandLineRun noRows =
                run("instances discard-damaged", "--reason", "disk", "--yes", "--keep-rows", folder + "/new");

        assertThat(twice.code()).isEqualTo(2);
        assertThat(twice.err()).contains(there + " exists, and is left as it is");
        assertThat(Files.readString(there)).isEqualTo("evidence");
        assertThat(noFolder.code()).isEqualTo(1);
        assertThat(noFolder.err()).contains("Nothing was removed", "cannot open " + nowhere);
        assertThat(noRows.code()).isEqualTo(1);
        assertThat(noRows.err()).contains("Nothing was removed", "it is no database, but in memory");
        assertThat(folder.resolve("new")).doesNotExist();
        assertThat(alsoDamaged).hasSize(1);
    }

    @Test
    void theKeyWhoseRecordIsDiscardedLeadsToItsInstanceAgain() {
        InstanceKey key = damagedKeyOfLast();

        CommandLineRun run = shell.run(
                "instances",
                "discard-damaged",
                key.toString(),
                "--key-of",
                last.toString(),
                "--reason",
                "disk",
                "--yes");
        CommandLineRun shown = shell.run("keys", "show", key.toString());

        assertThat(run.code()).isZero();
        assertThat(run.out().lines())
                .satisfiesExactly(
                        line -> assertThat(line).startsWith(key + "  Done and verified."),
                        line -> assertThat(line).startsWith(last + "  Done and verified."));
        assertThat(shown.code()).isZero();
        assertThat(shown.out()).contains(last.toString());
    }

    @Test
    void anInstanceThatIsNotThereIsNamed() {
        InstanceId absent = InstanceId.random();

        CommandLineRun outbox = shell.run("outbox", absent.toString());
        CommandLineRun mailbox = shell.run("mailbox", absent.toString());

        assertThat(outbox.code()).isEqualTo(1);
        assertThat(outbox.err()).contains("There is no instance " + absent + ".");
        assertThat(mailbox.code())
                .as("messages wait also for an instance that does not exist yet")
                .isZero();
    }
}
