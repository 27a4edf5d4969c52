// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command.failure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.codec.ValueCodingException;
import dev.rehydrate.codec.ValueCodingException.Reason;
import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.command.failure.InstanceStoreException.Subject;
import dev.rehydrate.instance.Holder;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.OwnerId;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Broken promises are exceptions, and each says whether it happened and whom it concerns: contract §3. */
@DisplayName("A failure, contract §3")
final class FailureTest {

    private static final InstanceId ID = new InstanceId(0, 7);
    private static final InstanceKey KEY = new InstanceKey(0, 1);
    private static final Holder HOLDER = new Holder(new OwnerId(0, 9), Map.of("url", "http://one"));
    private static final Subject ALL = new Subject(ID, KEY, HOLDER);

    private static RuntimeException cause() {
        return new IllegalStateException("cause");
    }

    private static ValueCodingException damage() {
        return new ValueCodingException(Reason.DAMAGED, "flipped");
    }

    static Stream<InstanceStoreException> failures() {
        return Stream.of(
                new LeaseLostException(ALL),
                new HandleConflictException(ALL),
                new HandleFreedException(ALL),
                new KeyCollisionException(ID, KEY, new InstanceId(0, 8)),
                new KeyNotAssociatedException(ID, KEY),
                new InstanceCollisionException(ID, KEY),
                new StoreUnavailableException("no majority", ALL, cause()),
                new OutcomeUnknownException("a save", ALL, cause()),
                new UnreadableValueException(ID, "text", damage()),
                new UnwritableValueException(ID, "text", cause()),
                new CorruptRecordException("found java.lang.String", ALL, cause()),
                new OwnerLostException(new OwnerId(0, 9), ALL));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void namesTheInstanceAndSaysWhetherItHappened(InstanceStoreException failure) {
        boolean unknown = failure instanceof OutcomeUnknownException;

        assertThat(failure.instance()).contains(ID);
        assertThat(failure).hasMessageContaining("instance=" + ID);
        assertThat(failure.effect()).isEqualTo(unknown ? Effect.UNKNOWN : Effect.NONE);
    }

    @ParameterizedTest
    @MethodSource("failures")
    void concernsTheWholeHostOnlyIfTheOwnerIsLost(InstanceStoreException failure) {
        assertThat(failure instanceof InstanceCommandException).isNotEqualTo(failure instanceof OwnerLostException);
    }

    /** As a failure of a command on owners, or of a list. */
    @Test
    void endsWithItsSentenceIfItConcernsNoInstance() {
        assertThat(new StoreUnavailableException("no majority", Subject.NONE, cause()))
                .hasMessage("the store is unavailable (no majority), nothing was changed");
        assertThat(new OutcomeUnknownException("a save", Subject.NONE, cause()))
                .hasMessage("the outcome is unknown (a save): repeat the same command with its id to settle it");
        assertThat(new LeaseLostException(Subject.NONE))
                .hasMessage("the hold was lost, nothing was changed: drop the instance and load it again");
    }

    @Test
    void isOneOfASealedFamily() {
        Set<Object> family = new HashSet<>(Arrays.asList(InstanceCommandException.class.getPermittedSubclasses()));
        family.add(OwnerLostException.class);

        assertThat(failures().map(Object::getClass).collect(Collectors.<Object>toSet()))
                .isEqualTo(family);
    }

    @Test
    void namesKeyAndHolderIfTheyAreKnown() {
        LeaseLostException failure = new LeaseLostException(ALL);

        assertThat(failure.key()).contains(KEY);
        assertThat(failure.holder()).contains(HOLDER);
        assertThat(failure).hasMessageContaining("key=" + KEY).hasMessageContaining("holder=" + HOLDER.owner());
    }

    @Test
    void namesNobodyIfNobodyIsKnown() {
        LeaseLostException failure = new LeaseLostException(Subject.NONE);

        assertThat(failure.instance()).isEmpty();
        assertThat(failure.key()).isEmpty();
        assertThat(failure.holder()).isEmpty();
        assertThat(failure.getMessage()).doesNotContain("instance=", "key=", "holder=", "null");
    }

    @Test
    void ofALoadThatWasDoneSaysSo() {
        assertThat(LeaseLostException.afterLoad(ALL))
                .hasMessageContaining("the load was done")
                .hasMessageNotContaining("nothing was changed")
                .satisfies(lost -> assertThat(lost.effect()).isEqualTo(Effect.DONE));
        assertThat(HandleConflictException.afterLoad(ALL).effect()).isEqualTo(Effect.DONE);
    }

    @Test
    void keepsItsCause() {
        assertThat(new StoreUnavailableException("no majority", ALL, cause())).hasCause(cause());
        assertThat(new OutcomeUnknownException("a save", ALL, cause())).hasCause(cause());
        assertThat(new UnwritableValueException(ID, "text", cause())).hasCause(cause());
        assertThat(new UnreadableValueException(ID, "text", damage())).hasCause(damage());
    }

    @Test
    void namesBothInstancesOfAKeyCollision() {
        KeyCollisionException failure = new KeyCollisionException(ID, KEY, new InstanceId(0, 8));

        assertThat(failure.holderInstance()).isEqualTo(new InstanceId(0, 8));
        assertThat(failure).hasMessageContaining(new InstanceId(0, 8).toString());
        assertThat(failure.key()).contains(KEY);
    }

    @Test
    void namesTheValueItIsAbout() {
        UnreadableValueException unreadable = new UnreadableValueException(ID, "text", damage());
        UnwritableValueException unwritable = new UnwritableValueException(ID, "text", cause());

        assertThat(unreadable.valueName()).isEqualTo("text");
        assertThat(unreadable.reason()).isEqualTo(Reason.DAMAGED);
        assertThat(unwritable.valueName()).isEqualTo("text");
        assertThat(unreadable).hasMessageContaining("value=text");
        assertThat(unwritable).hasMessageContaining("value=text");
    }
}
