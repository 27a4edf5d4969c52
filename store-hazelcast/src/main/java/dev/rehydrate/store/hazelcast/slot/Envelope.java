// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.slot;

import com.hazelcast.internal.serialization.Data;
import com.hazelcast.internal.serialization.SerializationService;
import com.hazelcast.internal.serialization.impl.HeapData;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import dev.rehydrate.store.hazelcast.stored.SlotData;
import java.io.IOException;
import java.util.Arrays;

/**
 * What the engine puts around the content of one class of ours. The engine itself writes into a buffer that grows, and copies it
 * at the end: of a large value that is twice the memory. What is around the content is always the same, so that it is learned from
 * the engine once, and the content is written between it, in an array of the right size.
 */
final class Envelope {

    private final byte[] before;
    private final byte[] after;

    private Envelope(byte[] before, byte[] after) {
        this.before = before;
        this.after = after;
    }

    /** Writes what follows the content. */
    interface Ending {
        void write(ObjectDataOutput out) throws IOException;
    }

    /** Makes content with some room around it. */
    interface Content {
        byte[] bytes(int before, int after) throws IOException;
    }

    /**
     * Learns from the engine.
     *
     * @param engine writes things of ours
     * @param classId what the content is of
     * @param ending what follows the content
     */
    static Envelope learned(SerializationService engine, int classId, Ending ending) {
        byte[] begun = written(engine, new Outline(classId, out -> {}));
        byte[] ended = written(engine, new Outline(classId, ending));
        return new Envelope(begun, Arrays.copyOfRange(ended, begun.length, ended.length));
    }

    private static byte[] written(SerializationService engine, Outline outline) {
        Data data = engine.toData(outline);
        return data.toByteArray();
    }

    /** Puts content in between. */
    Data around(Content content) throws IOException {
        byte[] all = content.bytes(before.length, after.length);
        System.arraycopy(before, 0, all, 0, before.length);
        System.arraycopy(after, 0, all, all.length - after.length, after.length);
        return new HeapData(all);
    }

    /** Whether something begins and ends as what this makes: another member may write otherwise, and then the engine has to read it. */
    boolean isAround(byte[] all) {
        int end = all.length - after.length;
        return end >= before.length
                && Arrays.equals(all, 0, before.length, before, 0, before.length)
                && Arrays.equals(all, end, all.length, after, 0, after.length);
    }

    /** Where the content begins. */
    int start() {
        return before.length;
    }

    /** Where the content has ended. */
    int end(byte[] all) {
        return all.length - after.length;
    }

    /** Something of a class that has an ending, and nothing in front of it. */
    private static final class Outline implements SlotData {

        private final int classId;
        private final Ending ending;

        Outline(int classId, Ending ending) {
            this.classId = classId;
            this.ending = ending;
        }

        @Override
        public int getClassId() {
            return classId;
        }

        @Override
        public void writeData(ObjectDataOutput out) throws IOException {
            ending.write(out);
        }

        @Override
        public void readData(ObjectDataInput in) {
            throw new UnsupportedOperationException("an outline is never sent");
        }
    }
}
