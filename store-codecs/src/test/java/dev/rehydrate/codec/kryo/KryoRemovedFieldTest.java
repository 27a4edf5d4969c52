// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec.kryo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rehydrate.codec.ValueCodingException;
import dev.rehydrate.codec.ValueCodingException.Reason;
import dev.rehydrate.codec.check.RoundTrip;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What stood in a removed field is where serializers that skip or number objects go wrong. */
class KryoRemovedFieldTest {

    static final int CASE = 1;
    static final int CUSTOMER = 2;
    static final int LEGACY = 3;
    static final int FLAG = 4;

    static final class Customer {
        String name = "";
        List<Object> friends = new ArrayList<>();

        static Customer named(String name) {
            Customer customer = new Customer();
            customer.name = name;
            return customer;
        }
    }

    enum Flag {
        ON,
        OFF
    }

    /** A class that is not there any more when the value is read. */
    static final class Legacy {
        Object one = "";
        Object two = "";
        Flag flag = Flag.OFF;
        Map<Object, Object> more = new TreeMap<>(Map.of("k", EnumSet.of(Flag.ON)));
        Map<Flag, Object> byFlag = new EnumMap<>(Map.of(Flag.ON, Optional.of(new int[][] {{1}, {2}})));
        Object[] rest = {List.of(1), new byte[3], null, 'x', 1.5};
        Legacy self = this;
    }

    static final class Before {
        Object removed = "";
        Object kept = "";
        Object alsoKept = "";
        String end = "end";
    }

    static final class After {
        Object kept = "";
        Object alsoKept = "";
        String end = "";
    }

    private final KryoCodec writer = KryoCodec.builder()
            .register(CASE, Before.class)
            .register(CUSTOMER, Customer.class)
            .register(LEGACY, Legacy.class)
            .register(FLAG, Flag.class)
            .build();

    private final KryoCodec reader = KryoCodec.builder()
            .register(CASE, After.class)
            .register(CUSTOMER, Customer.class)
            .build();

    private After readAfter(Before before) {
        After after = RoundTrip.toNext(writer, reader, before, After.class);
        assertThat(after.end).isEqualTo("end");
        return after;
    }

    @Test
    void aRemovedFieldOfARemovedClassIsPassedOver() {
        Before before = new Before();
        before.removed = List.of(new Legacy(), new Legacy());
        before.kept = Customer.named("Ann");

        After after = readAfter(before);

        assertThat(((Customer) after.kept).name).isEqualTo("Ann");
    }

    @Test
    void anObjectThatARemovedFieldSharedIsStillThere() {
        Before before = new Before();
        Customer shared = Customer.named("Ann");
        before.removed = shared;
        before.kept = shared;
        before.alsoKept = List.of(shared);

        After after = readAfter(before);

        assertThat(((Customer) after.kept).name).isEqualTo("Ann");
        assertThat((List<?>) after.alsoKept).first().isSameAs(after.kept);
    }

    @Test
    void anObjectWithinARemovedClassIsStillThere() {
        Customer shared = Customer.named("Ann");
        Legacy legacy = new Legacy();
        legacy.two = new Object[] {legacy, shared};
        Before before = new Before();
        before.removed = legacy;
        before.kept = shared;

        After after = readAfter(before);

        assertThat(((Customer) after.kept).name).isEqualTo("Ann");
    }

    @Test
    void objectsWithinEachOtherAreReadOnceInWhateverOrderTheyAreReferredTo() {
        Customer inner = Customer.named("inner");
        Customer middle = Customer.named("middle");
        Customer outer = Customer.named("outer");
        outer.friends.add(middle);
        middle.friends.add(inner);
        inner.friends.add(outer);
        Before before = new Before();
        before.removed = List.of(outer);
        before.kept = new ArrayList<>(List.of(inner, outer));
        before.alsoKept = middle;

        After after = readAfter(before);

        Customer readInner = (Customer) ((List<?>) after.kept).get(0);
        Customer readOuter = (Customer) ((List<?>) after.kept).get(1);
        assertThat(readOuter.friends).singleElement().isSameAs(after.alsoKept);
        assertThat(((Customer) after.alsoKept).friends).singleElement().isSameAs(readInner);
        assertThat(readInner.friends).singleElement().isSameAs(readOuter);
    }

    @Test
    void aRemovedClassInAFieldThatIsStillThereIsReportedByNameAndNumber() {
        Before before = new Before();
        before.kept = new Legacy();

        assertThatThrownBy(() -> readAfter(before))
                .isInstanceOfSatisfying(
                        ValueCodingException.class,
                        refusal -> assertThat(refusal.reason()).isEqualTo(Reason.UNKNOWN_TYPE))
                .hasMessageContaining("id 3")
                .hasMessageContaining(Legacy.class.getName());
    }

    @Test
    void aReferenceIntoARemovedFieldToARemovedClassIsReported() {
        Before before = new Before();
        before.removed = new Legacy();
        before.kept = before.removed;

        assertThatThrownBy(() -> readAfter(before))
                .isInstanceOfSatisfying(
                        ValueCodingException.class,
                        refusal -> assertThat(refusal.reason()).isEqualTo(Reason.UNKNOWN_TYPE));
    }
}
