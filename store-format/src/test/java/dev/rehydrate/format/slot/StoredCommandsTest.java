// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format.slot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.outcome.SaveReceipt;
import dev.rehydrate.format.wire.DamagedException;
import dev.rehydrate.format.wire.WireInput;
import dev.rehydrate.format.wire.WireOutput;
import dev.rehydrate.instance.FencingToken;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.Revision;
import dev.rehydrate.slot.RememberedCommand;
import org.junit.jupiter.api.Test;

class StoredCommandsTest {

    private static final CommandId ID = CommandId.inSequence(5, 1);
    private static final int ORIGINS = 256;

    /** Counts how often the commands of the next origin ask. */
    private static final class Counting implements CommandCursor.Before {

        private final CommandCursor.Before before;
        private int asked;

        Counting(CommandCursor.Before before) {
            this.before = before;
        }

        @Override
        public CommandCursor.Said said() {
            asked++;
            return before.said();
        }
    }

    /** Or a save would cost the square of the number of its origins. */
    @Test
    void askTheOriginBeforeThemOnceHoweverOftenTheyAreRead() throws DamagedException {
        CommandCursor.Said first =
                new CommandCursor.Said(new InstanceId(1, 2), new Revision(1, 9, 3), new FencingToken(4));
        Counting known = new Counting(first);
        CommandCursor.Before before = known;
        for (int i = 0; i < ORIGINS; i++) {
            before = stored(before, first);
        }

        for (int i = 0; i < 3; i++) {
            assertThat(before.said()).isNotNull();
        }
        assertThat(known.asked).isLessThanOrEqualTo(3);
    }

    @Test
    void refuseAChangeBeforeOneOfWhichNoCommandIsKnown() {
        CommandCursor cursor = new CommandCursor(
                new CommandCursor.Said(new InstanceId(1, 2), new Revision(1, 9, 3), new FencingToken(4)));
        cursor.begin(ID.high(), 0);
        // A receipt of the change before, with the token that is known, of an instance that has data; the next of its
        // sequence.
        byte[] bytes = {0x79, 2};

        assertThatExceptionOfType(DamagedException.class)
                .isThrownBy(() -> cursor.read(new WireInput(bytes, 0, bytes.length)))
                .withMessage("a change before one of which no command is known");
    }

    private static StoredCommands stored(CommandCursor.Before before, CommandCursor.Said said) throws DamagedException {
        SaveReceipt receipt = new SaveReceipt(said.id(), said.revision(), said.token(), InstanceState.INITIALIZED);
        WireOutput out = new WireOutput();
        out.number(1);
        CommandCursor cursor = new CommandCursor(before);
        cursor.begin(ID.high(), 0);
        cursor.write(out, new RememberedCommand(ID, receipt, false));
        byte[] bytes = out.head();
        return new StoredCommands(new WireInput(bytes, 0, bytes.length), before, ID.high(), 0);
    }
}
