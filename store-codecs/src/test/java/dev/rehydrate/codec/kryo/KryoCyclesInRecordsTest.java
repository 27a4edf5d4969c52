// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec.kryo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rehydrate.codec.ValueCodingException;
import dev.rehydrate.codec.ValueCodingException.Reason;
import dev.rehydrate.codec.check.RoundTrip;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A table in a record that holds an object which contains the record. The record is made before that object has all its fields, and what
 * is put into the table then may have another hash code afterwards.
 */
class KryoCyclesInRecordsTest {

    private final KryoCodec codec = KryoCodec.builder()
            .register(1, Friends.class)
            .register(2, NameLast.class)
            .register(3, NameFirst.class)
            .register(4, ByIdentity.class)
            .register(5, Ordered.class)
            .build();

    record Friends(Set<Object> friends, Map<Object, Integer> since) {
        static Friends none() {
            return new Friends(new HashSet<>(), new HashMap<>());
        }
    }

    /** The record is read before the name that the hash code needs. */
    static final class NameLast {
        Friends friends = Friends.none();

        @Nullable
        String name;

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof NameLast that && Objects.equals(name, that.name);
        }

        @Override
        public int hashCode() {
            return Objects.hashCode(name);
        }
    }

    static final class NameFirst {
        String name = "";
        Friends friends = Friends.none();

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof NameFirst that && name.equals(that.name);
        }

        @Override
        public int hashCode() {
            return name.hashCode();
        }
    }

    static final class ByIdentity {
        Friends friends = Friends.none();
        String name = "";
    }

    static final class Ordered implements Comparable<Ordered> {
        Friends friends = new Friends(new TreeSet<>(), new HashMap<>());

        @Nullable
        String name;

        @Override
        public int compareTo(Ordered other) {
            return Objects.requireNonNull(name).compareTo(Objects.requireNonNull(other.name));
        }
    }

    static List<Object> lost() {
        NameLast inSet = new NameLast();
        inSet.name = "Ann";
        inSet.friends.friends().add(inSet);
        NameLast inMap = new NameLast();
        inMap.name = "Ben";
        inMap.friends.since().put(inMap, 1990);
        Ordered sorted = new Ordered();
        sorted.name = "Cem";
        sorted.friends.friends().add(sorted);
        return List.of(inSet, inMap, sorted);
    }

    @ParameterizedTest
    @MethodSource("lost")
    void whatWouldNotBeFoundOrNotBeReadIsNotWritten(Object value) {
        assertThatThrownBy(() -> codec.encode(value))
                .isInstanceOfSatisfying(
                        ValueCodingException.class,
                        refusal -> assertThat(refusal.reason()).isEqualTo(Reason.NOT_ENCODABLE))
                .hasMessageContaining("a set or map within a record");
        assertThat(codec.encode(Friends.none())).as("after a refusal").isNotEmpty();
    }

    @Test
    void whatHasItsHashCodeInTimeComesBack() {
        NameFirst named = new NameFirst();
        named.name = "Ann";
        named.friends.friends().add(named);
        named.friends.since().put(named, 1990);
        ByIdentity identical = new ByIdentity();
        identical.friends.friends().add(identical);

        NameFirst namedBack = RoundTrip.of(codec, named);
        ByIdentity identicalBack = RoundTrip.of(codec, identical);

        assertThat(namedBack.friends.friends()).containsExactly(namedBack);
        assertThat(namedBack.friends.since()).containsEntry(namedBack, 1990);
        assertThat(identicalBack.friends.friends()).contains(identicalBack);
    }

    @Test
    void aCycleThatIsWithinTheRecordIsComplete() {
        NameLast friend = new NameLast();
        friend.name = "Ann";
        Set<Object> of = new HashSet<>();
        of.add(friend);
        friend.friends = Friends.none();
        Map<Object, Integer> since = new HashMap<>();
        since.put(friend, 1990);

        Friends back = RoundTrip.of(codec, new Friends(of, since));

        assertThat(back.since()).containsEntry(back.friends().iterator().next(), 1990);
    }
}
