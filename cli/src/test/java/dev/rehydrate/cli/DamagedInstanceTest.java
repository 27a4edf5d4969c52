// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.cli.CommandLineRun.Shell;
import dev.rehydrate.console.FaultGallery;
import dev.rehydrate.engine.ForwardingEngine;
import dev.rehydrate.engine.Reply;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.engine.StorageException;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.SlotOperation;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A damaged record is of one instance: a command on several does its work on the others. */
class DamagedInstanceTest {

    private static final String WHY = "a stored record is corrupt";

    private final FaultGallery gallery = new FaultGallery();
    private final InstanceId first = gallery.deadLetter();
    private final InstanceId damaged = gallery.idle("two", "tea");
    private final InstanceId last = gallery.idle("three", "tea");
    private final Shell shell = Shell.of(
            (target, options) -> gallery.open(options.withDecorator(DamagedSlot::new)), new PassingTime(gallery.time));

    /** Fails as a provider does whose checksum does not match. */
    private final class DamagedSlot extends ForwardingEngine {
        DamagedSlot(StorageEngine engine) {
            super(engine);
        }

        @Override
        public <A> CompletionStage<Reply<A>> apply(SlotAddress at, SlotOperation<A> operation) {
            return at.equals(SlotAddress.of(damaged))
                    ? CompletableFuture.failedFuture(StorageException.corrupt("the checksum does not match", null))
                    : super.apply(at, operation);
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
