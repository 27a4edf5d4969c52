// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Bytes of version 1 stay readable for ever: they lie in clusters and databases, and come from members that were not yet
 * upgraded. A line of {@link GoldenBytes} is therefore never edited and never removed, whatever becomes of the writers. A
 * new version gets lines of its own beside them, and only then is in {@link #theNewestVersionIsWritten} the one that is written.
 */
class GoldenBytesTest {

    private static final List<Map<String, String>> VERSIONS =
            List.of(GoldenBytes.V1, GoldenBytesOfVersion2.V2, GoldenBytesOfVersion3.V3);

    private record Golden<T>(String name, T thing, Wire.Writer<? super T> writer, Wire.Reader<? extends T> reader) {
        boolean isIn(Map<String, String> version) {
            return version.containsKey(name);
        }

        void isRead(Map<String, String> version) {
            byte[] bytes = HexFormat.of().parseHex(version.get(name));
            assertThat((Object) Wire.read(bytes, reader)).isEqualTo(thing);
        }

        void isWritten() {
            assertThat(HexFormat.of().formatHex(Wire.bytes(thing, writer)))
                    .as(name)
                    .isEqualTo(VERSIONS.stream()
                            .filter(this::isIn)
                            .reduce((older, newer) -> newer)
                            .orElseThrow()
                            .get(name));
        }
    }

    @TestFactory
    Stream<DynamicTest> versionOneIsReadForEver() {
        return isRead(GoldenBytes.V1);
    }

    @TestFactory
    Stream<DynamicTest> versionTwoIsReadForEver() {
        return isRead(GoldenBytesOfVersion2.V2);
    }

    @TestFactory
    Stream<DynamicTest> versionThreeIsReadForEver() {
        return isRead(GoldenBytesOfVersion3.V3);
    }

    @TestFactory
    Stream<DynamicTest> theNewestVersionIsWritten() {
        return all().stream().map(golden -> DynamicTest.dynamicTest(golden.name, golden::isWritten));
    }

    private static Stream<DynamicTest> isRead(Map<String, String> version) {
        return all().stream()
                .filter(golden -> golden.isIn(version))
                .map(golden -> DynamicTest.dynamicTest(golden.name, () -> golden.isRead(version)));
    }

    private static List<Golden<?>> all() {
        List<Golden<?>> all = new ArrayList<>();
        all.addAll(numbered(
                "slot",
                List.of(Samples.FULL, Samples.IDLE, Samples.BURIED, Samples.BUSY, Samples.SAVED),
                SlotFormat::write,
                SlotFormat::read));
        all.addAll(numbered("operation", SampleMessages.OPERATIONS, OperationFormat::write, OperationFormat::read));
        all.addAll(numbered("scan", SampleMessages.SCANS, ScanFormat::write, ScanFormat::read));
        all.addAll(numbered("query", SampleMessages.QUERIES, QueryFormat::write, QueryFormat::read));
        all.addAll(numbered("reply", SampleMessages.REPLIES, ReplyFormat::write, ReplyFormat::read));
        all.addAll(numbered("owner", SampleMessages.OWNERS, OwnerFormat::write, OwnerFormat::read));
        all.addAll(numbered(
                "announcement", SampleMessages.ANNOUNCEMENTS, AnnouncementFormat::write, AnnouncementFormat::read));
        return all;
    }

    private static <T> List<Golden<T>> numbered(
            String name, List<? extends T> things, Wire.Writer<? super T> writer, Wire.Reader<? extends T> reader) {
        List<Golden<T>> golden = new ArrayList<>();
        for (T thing : things) {
            golden.add(new Golden<>(name + "-" + (golden.size() + 1), thing, writer, reader));
        }
        return golden;
    }
}
