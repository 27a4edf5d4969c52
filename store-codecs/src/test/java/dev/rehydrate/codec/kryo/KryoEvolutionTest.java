// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec.kryo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rehydrate.codec.ValueCodingException;
import dev.rehydrate.codec.ValueCodingException.Reason;
import dev.rehydrate.codec.check.RoundTrip;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Two classes under one id are two versions of one class. */
class KryoEvolutionTest {

    static KryoCodec codec(Class<?>... types) {
        KryoCodec.Builder builder = KryoCodec.builder();
        for (int i = 0; i < types.length; i++) {
            builder.register(i + 1, types[i]);
        }
        return builder.build();
    }

    static final class Line {
        String product = "tea";
    }

    static final class Order1 {
        String customer = "Ann";
        int items = 3;
        Line first = new Line();
        List<Line> lines = new ArrayList<>(List.of(first, new Line()));
        String note = "fragile";
    }

    /** Without first and note, with a field in the middle and one at the end, and all in another order. */
    static final class Order2 {
        List<Line> lines = new ArrayList<>();
        String priority = "normal";
        String customer = "";
        int items;
        Map<String, Integer> discounts = new HashMap<>();
    }

    interface Old {
        class Base {
            String name = "of the base";
        }

        final class Derived extends Old.Base {
            int size = 1;
        }
    }

    interface New {
        class Base {
            String name = "base default";
        }

        @SuppressWarnings("HidingField") // That is the point.
        final class Derived extends New.Base {
            String name = "derived default";
            int size;
        }
    }

    static final class Flat {
        int size;
        String name = "";
    }

    static final class NoDefaults {
        final String customer;
        final int items;
        final List<String> added;

        NoDefaults(String customer, int items) {
            this.customer = customer;
            this.items = items;
            this.added = new ArrayList<>();
        }
    }

    @Nested
    class Classes {

        @Test
        void fieldsMayBeAddedRemovedAndReorderedFromOldToNew() {
            Order2 read = RoundTrip.toNext(
                    codec(Order1.class, Line.class), codec(Order2.class, Line.class), new Order1(), Order2.class);

            assertThat(read.customer).isEqualTo("Ann");
            assertThat(read.items).isEqualTo(3);
            assertThat(read.lines)
                    .hasSize(2)
                    .allSatisfy(line -> assertThat(line.product).isEqualTo("tea"));
            assertThat(read.priority).isEqualTo("normal");
            assertThat(read.discounts).isEmpty();
        }

        @Test
        void fieldsMayBeAddedRemovedAndReorderedTheOtherWayRound() {
            Order2 order = new Order2();
            order.customer = "Bob";
            order.items = 9;
            order.discounts.put("spring", 10);

            Order1 read = RoundTrip.toNext(
                    codec(Order2.class, Line.class), codec(Order1.class, Line.class), order, Order1.class);

            assertThat(read.customer).isEqualTo("Bob");
            assertThat(read.items).isEqualTo(9);
            assertThat(read.lines).isEmpty();
            assertThat(read.note).isEqualTo("fragile");
        }

        @Test
        void manyObjectsOfAChangedClassComeBackAndSoDoesWhatFollows() {
            List<Object> values = List.of(new Order1(), new Order1(), "end");

            List<?> read = RoundTrip.toNext(
                    codec(Order1.class, Line.class), codec(Order2.class, Line.class), values, List.class);

            assertThat(read).hasSize(3).last().isEqualTo("end");
            assertThat(((Order2) read.get(1)).customer).isEqualTo("Ann");
        }

        @Test
        void aFieldOfTheSameNameBelowIsNotMistakenForTheInheritedOne() {
            New.Derived read = RoundTrip.toNext(
                    codec(Old.Derived.class), codec(New.Derived.class), new Old.Derived(), New.Derived.class);

            assertThat(((New.Base) read).name).isEqualTo("of the base");
            assertThat(read.name).isEqualTo("derived default");
            assertThat(read.size).isEqualTo(1);
        }

        @Test
        void twoFieldsOfOneNameInOneHierarchyKeepTheirValues() {
            New.Derived value = new New.Derived();
            value.name = "below";
            ((New.Base) value).name = "above";

            New.Derived read = RoundTrip.of(codec(New.Derived.class), value);

            assertThat(read.name).isEqualTo("below");
            assertThat(((New.Base) read).name).isEqualTo("above");
        }

        @Test
        void aFieldMayMoveWithinTheHierarchy() {
            Flat flat = RoundTrip.toNext(codec(Old.Derived.class), codec(Flat.class), new Old.Derived(), Flat.class);
            Old.Derived derived =
                    RoundTrip.toNext(codec(Flat.class), codec(Old.Derived.class), flat, Old.Derived.class);

            assertThat(flat.name).isEqualTo("of the base");
            assertThat(derived.name).isEqualTo("of the base");
        }

        @Test
        void withoutConstructorAnAddedFieldIsNull() {
            NoDefaults read = RoundTrip.toNext(
                    codec(Order1.class, Line.class), codec(NoDefaults.class), new Order1(), NoDefaults.class);

            assertThat(read.customer).isEqualTo("Ann");
            assertThat(read.added).isNull();
        }

        @Test
        void aClassMayBecomeARecordAndBack() {
            record Order(String customer, int items, String priority) {}

            Order record =
                    RoundTrip.toNext(codec(Order1.class, Line.class), codec(Order.class), new Order1(), Order.class);
            Order1 back = RoundTrip.toNext(codec(Order.class), codec(Order1.class, Line.class), record, Order1.class);

            assertThat(record).isEqualTo(new Order("Ann", 3, null));
            assertThat(back.items).isEqualTo(3);
            assertThat(back.note).isEqualTo("fragile");
        }
    }

    @Nested
    class Records {

        record V1(String name, int count, Line line) {}

        record V2(long count, boolean added, List<String> tags, String name) {}

        @Test
        void componentsMayBeAddedRemovedReorderedAndWidened() {
            V2 read = RoundTrip.toNext(
                    codec(V1.class, Line.class), codec(V2.class), new V1("n", 7, new Line()), V2.class);

            assertThat(read).isEqualTo(new V2(7L, false, null, "n"));
        }

        @Test
        void newRecordsAreRefusedByOldHostsWhichWouldDropWhatTheyDoNotKnow() {
            record Newer(String name, int count, Line line, List<Line> added) {}
            Newer newer = new Newer("n", 7, new Line(), List.of(new Line()));

            assertNewer(
                    () -> RoundTrip.between(
                            codec(Newer.class, Line.class), codec(V1.class, Line.class), newer, V1.class),
                    "the field added of " + V1.class.getName());
        }

        @Test
        void soAreNewFieldsConstantsAndClassesWithinAValue() {
            record NewLine(String product, String colour) {}
            enum Size {
                SMALL
            }
            enum NewSize {
                SMALL,
                LARGE
            }
            List<Object> line = List.of(new NewLine("tea", "green"));

            assertNewer(
                    () -> RoundTrip.between(codec(NewLine.class), codec(Line.class), line, List.class),
                    "the field colour of " + Line.class.getName());
            assertNewer(
                    () -> RoundTrip.between(codec(NewLine.class), codec(), line, List.class),
                    "an object of a class without registration");
            assertNewer(
                    () -> RoundTrip.between(
                            codec(NewSize.class), codec(Size.class), List.of(NewSize.LARGE), List.class),
                    "the constant LARGE of the enum " + Size.class.getName());
            Object known =
                    RoundTrip.between(codec(NewSize.class), codec(Size.class), List.of(NewSize.SMALL), List.class);
            assertThat(known).isEqualTo(List.of(Size.SMALL));
        }

        private static void assertNewer(ThrowableAssert.ThrowingCallable reading, String what) {
            assertThatThrownBy(reading)
                    .isInstanceOfSatisfying(
                            ValueCodingException.class,
                            refusal -> assertThat(refusal.reason()).isEqualTo(Reason.NEWER_VERSION))
                    .hasMessageContaining(what);
        }

        record Strict(String name, String added) {
            Strict {
                if (added == null) {
                    throw new IllegalArgumentException("added is missing");
                }
            }
        }

        @Test
        void aConstructorThatRefusesWhatIsMissingIsReported() {

            assertThatThrownBy(() -> RoundTrip.toNext(
                            codec(V1.class, Line.class), codec(Strict.class), new V1("n", 1, null), Strict.class))
                    .isInstanceOf(ValueCodingException.class)
                    .hasMessageContaining("Strict refused what was stored")
                    .hasRootCauseMessage("added is missing");
        }

        @Test
        void aNumberThatDoesNotFitIsReported() {
            record Narrow(byte count) {}

            assertThatThrownBy(() -> RoundTrip.toNext(
                            codec(V1.class, Line.class), codec(Narrow.class), new V1("n", 1, null), Narrow.class))
                    .isInstanceOfSatisfying(
                            ValueCodingException.class,
                            refusal -> assertThat(refusal.reason()).isEqualTo(Reason.OTHER_TYPE))
                    .hasMessageContaining("Narrow.count is a byte, but what was stored is a java.lang.Integer");
        }

        @Test
        void nullDoesNotBecomeZero() {
            record Text(String count) {}

            assertThatThrownBy(() -> RoundTrip.toNext(codec(Text.class), codec(V2.class), new Text(null), V2.class))
                    .hasMessageContaining("V2.count is a long, but what was stored is null");
        }
    }

    @Nested
    class Enums {

        enum Before {
            RED,
            GREEN,
            BLUE
        }

        enum After {
            YELLOW,
            BLUE,
            RED
        }

        @Test
        void constantsMayBeAddedAndReordered() {
            After read = RoundTrip.toNext(codec(Before.class), codec(After.class), Before.BLUE, After.class);

            assertThat(read).isEqualTo(After.BLUE);
        }

        @Test
        void aConstantThatIsGoneIsReportedOnlyWhereItIs() {
            List<Object> values = List.of(Before.RED, Before.BLUE);

            List<?> read = RoundTrip.toNext(codec(Before.class), codec(After.class), values, List.class);

            assertThat(read).isEqualTo(List.of(After.RED, After.BLUE));
            assertThatThrownBy(
                            () -> RoundTrip.toNext(codec(Before.class), codec(After.class), Before.GREEN, After.class))
                    .isInstanceOfSatisfying(
                            ValueCodingException.class,
                            refusal -> assertThat(refusal.reason()).isEqualTo(Reason.UNKNOWN_TYPE))
                    .hasMessageContaining("has no longer the constant GREEN");
        }

        @Test
        void anEnumThatBecameAClassIsReported() {
            assertThatThrownBy(() -> RoundTrip.toNext(codec(Before.class), codec(Line.class), Before.RED, Line.class))
                    .isInstanceOfSatisfying(
                            ValueCodingException.class,
                            refusal -> assertThat(refusal.reason()).isEqualTo(Reason.OTHER_TYPE));
        }
    }
}
