// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.engine.Reply;
import dev.rehydrate.slot.operation.SlotOperation;
import java.io.IOException;
import java.util.Arrays;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class RoundTripTest {

    private static final int ROUNDS = 1500;

    @Test
    void aSlotComesBackAsItWas() {
        comesBack(draw -> new DrawnSlots(draw).slot(), SlotFormat::write, SlotFormat::read);
    }

    @Test
    void anOperationComesBackAsItWas() {
        comesBack(draw -> new DrawnOperations(draw).operation(), OperationFormat::write, OperationFormat::read);
    }

    @Test
    void aScanComesBackAsItWas() {
        comesBack(draw -> new DrawnOperations(draw).scan(), ScanFormat::write, ScanFormat::read);
    }

    @Test
    void aQueryComesBackAsItWas() {
        comesBack(draw -> new DrawnOperations(draw).query(), QueryFormat::write, QueryFormat::read);
    }

    @Test
    void aReplyComesBackAsItWas() {
        comesBack(draw -> new DrawnReplies(draw).reply(), ReplyFormat::write, ReplyFormat::read);
    }

    @Test
    void aReplyInAnArrayIsWhatIsWrittenToAStream() throws IOException {
        for (long seed = 0; seed < ROUNDS; seed++) {
            Reply<?> reply = new DrawnReplies(new Draw(seed)).reply();
            byte[] written = Wire.bytes(reply, ReplyFormat::write);
            byte[] array = ReplyFormat.bytes(reply, 3, 2);
            assertThat(Arrays.copyOfRange(array, 3, array.length - 2))
                    .as("seed %d", seed)
                    .isEqualTo(written);
            assertThat(ReplyFormat.read(array, 3, array.length - 2))
                    .as("seed %d", seed)
                    .isEqualTo(reply);
        }
    }

    @Test
    void anOperationInAnArrayIsWhatIsWrittenToAStream() throws IOException {
        for (long seed = 0; seed < ROUNDS; seed++) {
            SlotOperation<?> operation = new DrawnOperations(new Draw(seed)).operation();
            byte[] array = OperationFormat.bytes(operation, 3);
            assertThat(Arrays.copyOfRange(array, 3, array.length))
                    .as("seed %d", seed)
                    .isEqualTo(Wire.bytes(operation, OperationFormat::write));
        }
    }

    @Test
    void anOwnerComesBackAsItWas() {
        comesBack(draw -> new DrawnReplies(draw).owner(), OwnerFormat::write, OwnerFormat::read);
    }

    @Test
    void anAnnouncementComesBackAsItWas() {
        comesBack(draw -> new DrawnReplies(draw).announcement(), AnnouncementFormat::write, AnnouncementFormat::read);
    }

    private static <T> void comesBack(Function<Draw, T> drawn, Wire.Writer<? super T> writer, Wire.Reader<T> reader) {
        for (long seed = 0; seed < ROUNDS; seed++) {
            T thing = drawn.apply(new Draw(seed));
            byte[] bytes = Wire.bytes(thing, writer);
            T back = Wire.read(bytes, reader);
            assertThat(back).as("seed %d", seed).isEqualTo(thing);
            assertThat(Wire.bytes(back, writer))
                    .as("equal things have equal bytes, seed %d", seed)
                    .isEqualTo(bytes);
        }
    }
}
