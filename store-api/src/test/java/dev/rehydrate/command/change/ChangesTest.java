// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.rehydrate.instance.DefinitionIdentity;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceValue;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What a save may change, and what cannot be asked of it: contract §1.6, §2.4. */
@DisplayName("Changes, contract §2.4")
final class ChangesTest {

    private static final InstanceKey KEY = new InstanceKey(0, 1);
    private static final InstanceKey SECOND = new InstanceKey(0, 2);
    private static final InstanceValue VALUE = InstanceValue.of("text");

    @Nested
    @DisplayName("of values")
    final class OfValues {

        @Test
        void putAndRemoveWhatIsNamed() {
            assertThat(ValueDelta.putting(Map.of("a", VALUE)))
                    .isEqualTo(new ValueDelta<>(Map.of("a", VALUE), Set.of()));
            assertThat(ValueDelta.removing("a", "b")).isEqualTo(new ValueDelta<>(Map.of(), Set.of("a", "b")));
        }

        @Test
        void mayNameWhatTheyRemoveTwice() {
            assertThat(ValueDelta.removing("a", "a")).isEqualTo(ValueDelta.removing("a"));
            assertThat(KeyChanges.completing(KEY, KEY)).isEqualTo(KeyChanges.completing(KEY));
            assertThat(KeyChanges.releasing(KEY, KEY)).isEqualTo(KeyChanges.releasing(KEY));
        }

        @Test
        void cannotPutAndRemoveTheSame() {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new ValueDelta<>(Map.of("a", VALUE), Set.of("a")))
                    .withMessageContaining("both put and removed");
        }

        @Test
        void needNames() {
            assertThatIllegalArgumentException().isThrownBy(() -> ValueDelta.removing(" "));
            assertThatIllegalArgumentException().isThrownBy(() -> ValueDelta.putting(Map.of("", VALUE)));
            assertThatIllegalArgumentException().isThrownBy(() -> new DataChange.Replace<>(Map.of("", VALUE)));
        }

        @Test
        void cannotPutNullForAValue() {
            Map<String, InstanceValue> missing = new HashMap<>();
            missing.put("a", null);

            assertThatExceptionOfType(NullPointerException.class).isThrownBy(() -> ValueDelta.putting(missing));
            assertThatExceptionOfType(NullPointerException.class).isThrownBy(() -> new DataChange.Replace<>(missing));
        }

        @Test
        void areEmptyIfTheyNameNothing() {
            assertThat(ValueDelta.none().isEmpty()).isTrue();
            assertThat(ValueDelta.removing("a").isEmpty()).isFalse();
            assertThat(ValueDelta.putting(Map.of("a", VALUE)).isEmpty()).isFalse();
        }

        @Test
        void doNotFollowTheMapTheyWereMadeFrom() {
            Map<String, InstanceValue> values = new HashMap<>(Map.of("a", VALUE));
            DataChange.Replace<InstanceValue> replace = new DataChange.Replace<>(values);

            values.clear();

            assertThat(replace.values()).containsKey("a");
        }
    }

    @Nested
    @DisplayName("of keys")
    final class OfKeys {

        @Test
        void associateCompleteOrRelease() {
            assertThat(KeyChanges.associating(KEY).associate()).isEqualTo(Map.of(KEY, Map.of()));
            assertThat(KeyChanges.completing(KEY, SECOND).complete()).containsExactlyInAnyOrder(KEY, SECOND);
            assertThat(KeyChanges.releasing(KEY).complete()).containsExactly(KEY);
            assertThat(KeyChanges.releasing(KEY).release()).containsExactly(KEY);
        }

        @Test
        void cannotAssociateAKeyAndChangeItInAnotherWay() {
            Map<InstanceKey, Map<String, InstanceValue>> associate = Map.of(KEY, Map.of());

            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new KeyChanges<>(associate, Set.of(KEY), Set.of(), Map.of()));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new KeyChanges<>(associate, Set.of(), Set.of(KEY), Map.of()));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new KeyChanges<>(associate, Set.of(), Set.of(), Map.of(KEY, ValueDelta.none())));
        }

        @Test
        void needNamesForTheirMetadata() {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> KeyChanges.associating(Map.of(KEY, Map.of(" ", VALUE))));
        }

        @Test
        void areEmptyIfTheyNameNoKey() {
            assertThat(KeyChanges.none().isEmpty()).isTrue();
            assertThat(KeyChanges.associating(KEY).isEmpty()).isFalse();
            assertThat(KeyChanges.completing(KEY).isEmpty()).isFalse();
            assertThat(new KeyChanges<>(Map.of(), Set.of(), Set.of(KEY), Map.of()).isEmpty())
                    .isFalse();
            assertThat(new KeyChanges<>(Map.of(), Set.of(), Set.of(), Map.of(KEY, ValueDelta.none())).isEmpty())
                    .isFalse();
        }
    }

    @Nested
    @DisplayName("of the whole")
    final class OfTheWhole {

        @Test
        void areNoneUnlessSaidSo() {
            assertThat(InstanceChanges.builder().build()).isEqualTo(InstanceChanges.none());
            assertThat(InstanceChanges.none().data()).isEqualTo(new DataChange.Unchanged<>());
            assertThat(InstanceChanges.none().due()).isEqualTo(new DueChange.Keep());
        }

        @Test
        void takeAwayTheDueTimeWithTheOldDataUnlessOneIsGiven() {
            Map<String, InstanceValue> data = Map.of("text", VALUE);

            assertThat(InstanceChanges.builder().replaceData(data).build().due())
                    .isEqualTo(new DueChange.Never());
            assertThat(InstanceChanges.builder()
                            .dueAfter(Duration.ZERO)
                            .replaceData(data)
                            .build()
                            .due())
                    .isEqualTo(new DueChange.After(Duration.ZERO));
            assertThat(InstanceChanges.builder()
                            .changeData(ValueDelta.putting(data))
                            .build()
                            .due())
                    .isEqualTo(new DueChange.Keep());
        }

        @Test
        void wrapPlainObjects() {
            assertThat(InstanceChanges.data(Map.of("text", "text")).data())
                    .isEqualTo(new DataChange.Replace<>(Map.of("text", VALUE)));
        }

        @Test
        void sayWhyTheyLetTheInstanceTakeNoMessages() {
            for (String blank : List.of("", " ", "\n")) {
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> InstanceChanges.builder().suspend(blank, "Error"))
                        .withMessageStartingWith("a suspension needs a reason");
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> InstanceChanges.builder().fail(blank, null))
                        .withMessageStartingWith("a failure needs a reason");
            }
        }

        @Test
        void sayEachThingOnce() {
            DefinitionIdentity definition = DefinitionIdentity.of("approval", "1.0");
            ValueDelta<InstanceValue> delta = ValueDelta.removing("a");

            InstanceChanges<InstanceValue> changes = InstanceChanges.builder()
                    .changeData(delta)
                    .metadata(delta)
                    .keys(KeyChanges.associating(KEY))
                    .dueAt(Instant.EPOCH)
                    .suspend("why", "Error")
                    .definition(definition)
                    .idleTtl(Duration.ofDays(1))
                    .build();

            assertThat(changes)
                    .isEqualTo(new InstanceChanges<>(
                            new DataChange.Change<>(delta),
                            delta,
                            KeyChanges.associating(KEY),
                            new DueChange.At(Instant.EPOCH),
                            new SuspensionChange.Suspend("why", "Error"),
                            new DefinitionChange.Set(definition),
                            new IdleTtlChange.Set(Duration.ofDays(1))));
        }

        @Test
        void takeThingsAway() {
            InstanceChanges<InstanceValue> changes = InstanceChanges.builder()
                    .neverDue()
                    .resume()
                    .definition(null)
                    .idleTtl(null)
                    .build();

            assertThat(changes.due()).isEqualTo(new DueChange.Never());
            assertThat(changes.suspension()).isEqualTo(new SuspensionChange.Resume());
            assertThat(changes.definition()).isEqualTo(new DefinitionChange.Set(null));
            assertThat(changes.idleTtl()).isEqualTo(new IdleTtlChange.Set(null));
        }

        @Test
        void knowNoTimeThatRunsBackwards() {
            assertThatIllegalArgumentException().isThrownBy(() -> new DueChange.After(Duration.ofNanos(-1)));
            assertThatIllegalArgumentException().isThrownBy(() -> new IdleTtlChange.Set(Duration.ZERO));
            assertThatIllegalArgumentException().isThrownBy(() -> new IdleTtlChange.Set(Duration.ofNanos(-1)));
            assertThat(new DueChange.After(Duration.ZERO).delay()).isZero();
        }
    }
}
