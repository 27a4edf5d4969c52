// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.rehydrate.command.LoadMode.Freshness;
import dev.rehydrate.command.change.IdleTtlChange;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.Revision;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each command finds the one method that is meant for it, and says whether it can change anything. */
@DisplayName("A command")
final class DispatchTest {

    private static final CommandId ID = new CommandId(0, 7);
    private static final InstanceKey KEY = new InstanceKey(0, 1);

    /** A command and what is expected of it. */
    record Row(PersistenceCommand<?> command, String method, boolean canChange) {
        @Override
        public String toString() {
            return command.toString();
        }
    }

    private static Row load(LoadMode mode, boolean canChange) {
        return new Row(new LoadInstance(ID, mode), "loadInstance", canChange);
    }

    private static Row loadByKey(LoadMode mode, boolean canChange) {
        return new Row(new LoadInstanceByKey(ID, KEY, mode), "loadInstanceByKey", canChange);
    }

    static Stream<Row> commands() {
        InstanceChanges<InstanceValue> none = InstanceChanges.none();
        return Stream.of(
                new Row(new CreateOwner(OwnerDescription.anonymous()), "createOwner", true),
                new Row(new RetireOwner(), "retireOwner", true),
                new Row(new CreateInstance(ID, none, AfterSave.KEEP), "createInstance", true),
                new Row(new SaveInstance(ID, none, Expected.any(), AfterSave.KEEP), "saveInstance", true),
                new Row(new CompleteInstance(ID, none, Expected.any(), null), "completeInstance", true),
                load(LoadMode.hold(), true),
                load(LoadMode.holdOrCreate(), true),
                load(LoadMode.free(), false),
                load(LoadMode.authoritative(), false),
                load(LoadMode.peek(), false),
                loadByKey(LoadMode.hold(), true),
                loadByKey(LoadMode.holdOrCreate(), true),
                loadByKey(LoadMode.free(), false),
                loadByKey(LoadMode.peek(), false),
                new Row(new LoadRunnable(ID), "loadRunnable", true),
                new Row(new ReleaseInstance(ID), "releaseInstance", true),
                new Row(new QueryInstances(InstanceQuery.builder().build()), "queryInstances", false),
                new Row(new SuspendInstance(ID, "why", null), "suspendInstance", true),
                new Row(new ResumeInstance(ID), "resumeInstance", true),
                new Row(new ForceRelease(ID), "forceRelease", true),
                new Row(new TouchInstance(ID, new IdleTtlChange.Keep()), "touchInstance", true),
                new Row(new DeleteInstance(ID), "deleteInstance", true));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("commands")
    void isHandledByTheMethodMeantForIt(Row row) {
        AtomicReference<String> called = new AtomicReference<>();
        CommandHandler handler = (CommandHandler) Proxy.newProxyInstance(
                DispatchTest.class.getClassLoader(),
                new Class<?>[] {CommandHandler.class},
                (proxy, method, arguments) -> {
                    assertThat(arguments == null ? List.of() : Arrays.asList(arguments))
                            .isEqualTo(partsOf(row.command()));
                    called.set(method.getName());
                    return null;
                });

        assertThat(row.command().dispatchTo(handler)).isNull();

        assertThat(called).hasValue(row.method());
        assertThat(row.command().canChange()).isEqualTo(row.canChange());
    }

    private static List<Object> partsOf(PersistenceCommand<?> command) throws ReflectiveOperationException {
        List<Object> parts = new ArrayList<>();
        for (RecordComponent component : command.getClass().getRecordComponents()) {
            parts.add(component.getAccessor().invoke(command));
        }
        return parts;
    }

    @Test
    void hasOneMethodForEachKind() {
        Set<Object> kinds = commands().map(row -> row.command().getClass()).collect(Collectors.toSet());
        Set<String> methods = commands().map(Row::method).collect(Collectors.toSet());

        assertThat(kinds).containsExactlyInAnyOrder((Object[]) PersistenceCommand.class.getPermittedSubclasses());
        assertThat(CommandHandler.class.getMethods())
                .extracting(Method::getName)
                .hasSameElementsAs(methods);
    }

    @Test
    void isANewIntentionEachTimeItIsMade() {
        Revision seen = new Revision(1, 1);

        assertThat(SaveInstance.of(InstanceChanges.none(), AfterSave.KEEP).id())
                .isNotEqualTo(
                        SaveInstance.of(InstanceChanges.none(), AfterSave.KEEP).id());
        assertThat(SaveInstance.ifUnchanged(InstanceChanges.none(), seen).expected())
                .isEqualTo(Expected.revision(seen));
        assertThat(SaveInstance.ifUnchanged(InstanceChanges.none(), seen).after())
                .isEqualTo(AfterSave.RELEASE);
        assertThat(CompleteInstance.ifUnchanged(seen).expected()).isEqualTo(Expected.revision(seen));
        assertThat(CompleteInstance.now().expected()).isEqualTo(Expected.any());
        assertThat(CreateInstance.of(InstanceChanges.none(), AfterSave.KEEP).id())
                .isNotEqualTo(CreateInstance.of(InstanceChanges.none(), AfterSave.KEEP)
                        .id());
        assertThat(DeleteInstance.now()).isNotEqualTo(DeleteInstance.now());
        assertThat(ForceRelease.now()).isNotEqualTo(ForceRelease.now());
        assertThat(TouchInstance.now()).isNotEqualTo(TouchInstance.now());
        assertThat(TouchInstance.withTtl(null).idleTtl()).isEqualTo(new IdleTtlChange.Set(null));
        assertThat(ReleaseInstance.now()).isNotEqualTo(ReleaseInstance.now());
        assertThat(LoadRunnable.now()).isNotEqualTo(LoadRunnable.now());
        assertThat(LoadInstanceByKey.of(KEY, LoadMode.hold())).isNotEqualTo(LoadInstanceByKey.of(KEY, LoadMode.hold()));
    }

    @Test
    void readsLikeItsId() {
        assertThat(new CommandId(0, 7)).hasToString("00000000-0000-0000-0000-000000000007");
        assertThat(LoadMode.free().freshness()).isEqualTo(Freshness.NEAREST);
        assertThat(LoadMode.authoritative().freshness()).isEqualTo(Freshness.AUTHORITATIVE);
    }

    @Test
    void nothingIsSuspendedWithoutAReason() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SuspendInstance.because(" "))
                .withMessageContaining("a suspension needs a reason");
        assertThat(SuspendInstance.because("audit").reason()).isEqualTo("audit");
    }
}
