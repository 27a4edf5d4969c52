// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck.query;

import dev.rehydrate.command.condition.Column;
import dev.rehydrate.command.condition.Columns;
import dev.rehydrate.command.condition.Condition;
import dev.rehydrate.command.condition.OrderedColumn;
import dev.rehydrate.command.outcome.InstancePage.Entry;
import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.instance.PromotedValue;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Draws conditions, each with a predicate that decides the same in another way. */
final class RandomConditions {

    private static final int DEPTH = 4;

    private final Random random;
    private final Population population;

    RandomConditions(Random random, Population population) {
        this.random = random;
        this.population = population;
    }

    /**
     * A condition that was drawn.
     *
     * @param condition the condition
     * @param met whether an instance meets it
     */
    record Drawn(Condition condition, Predicate<Entry> met) {}

    Drawn draw() {
        return draw(DEPTH);
    }

    private Drawn draw(int depth) {
        if (depth == 1 || random.nextInt(3) == 0) {
            return comparison();
        }
        List<Drawn> parts = new ArrayList<>();
        for (int i = 0; i < 2 + random.nextInt(2); i++) {
            parts.add(draw(depth - 1));
        }
        List<Condition> conditions = parts.stream().map(Drawn::condition).toList();
        return random.nextBoolean()
                ? new Drawn(Condition.all(conditions), entry -> parts.stream().allMatch(part -> part.met.test(entry)))
                : new Drawn(Condition.any(conditions), entry -> parts.stream().anyMatch(part -> part.met.test(entry)));
    }

    private Drawn comparison() {
        return switch (random.nextInt(9)) {
            case 0 -> equality(Columns.STATE, InstanceHeader::state, () -> oneOf(List.of(InstanceState.values())));
            case 1 -> equality(Columns.SUSPENDED, header -> header.suspension() != null, random::nextBoolean);
            case 2 ->
                equality(
                        Columns.DEFINITION,
                        header -> header.definition() == null
                                ? null
                                : header.definition().name(),
                        () -> oneOf(Population.DEFINITIONS));
            case 3 ->
                equality(
                        Columns.HOST_TYPE,
                        InstanceHeader::hostType,
                        () -> oneOf(List.of("documents", "orders", "none")));
            case 4 -> equality(Columns.HOLDER, InstanceHeader::holder, this::owner);
            case 5 -> moment(Columns.CREATED, InstanceHeader::createdAt, Duration.ZERO);
            case 6 -> moment(Columns.DUE, InstanceHeader::dueAt, Duration.ofDays(1));
            default -> promoted(oneOf(Population.NAMES));
        };
    }

    private OwnerId owner() {
        return population.anyNode().owner();
    }

    private <T> T oneOf(List<T> some) {
        return some.get(random.nextInt(some.size()));
    }

    private <T> Drawn equality(
            Column<T> column, Function<InstanceHeader, @Nullable T> read, Supplier<? extends T> values) {
        return equality(
                column,
                values,
                (entry, any) -> {
                    T present = read.apply(entry.header());
                    return present != null && any.contains(present);
                },
                entry -> read.apply(entry.header()) != null);
    }

    /** Decides whether an instance has one of some values. */
    private interface Among<T> {
        boolean test(Entry entry, List<T> any);
    }

    private <T> Drawn equality(
            Column<T> column, Supplier<? extends T> values, Among<T> among, Predicate<Entry> present) {
        T one = values.get();
        T other = values.get();
        return switch (random.nextInt(5)) {
            case 0 -> new Drawn(column.equalTo(one), entry -> among.test(entry, List.of(one)));
            case 1 ->
                new Drawn(column.notEqualTo(one), entry -> present.test(entry) && !among.test(entry, List.of(one)));
            case 2 -> new Drawn(column.in(List.of(one, other)), entry -> among.test(entry, List.of(one, other)));
            case 3 -> new Drawn(column.exists(), present);
            default -> new Drawn(column.missing(), present.negate());
        };
    }

    private Drawn moment(
            OrderedColumn<Instant> column, Function<InstanceHeader, @Nullable Instant> read, Duration later) {
        Supplier<Instant> moments = () -> population.moment().plus(later);
        Function<Entry, @Nullable Instant> value = entry -> micros(read.apply(entry.header()));
        return random.nextBoolean()
                ? equality(
                        column,
                        moments,
                        (entry, any) -> any.stream().anyMatch(each -> Objects.equals(micros(each), value.apply(entry))),
                        entry -> value.apply(entry) != null)
                : ordered(column, moments, entry -> value.apply(entry), RandomConditions::micros);
    }

    private static @Nullable Instant micros(@Nullable Instant moment) {
        return moment == null ? null : moment.truncatedTo(ChronoUnit.MICROS);
    }

    private Drawn promoted(String name) {
        OrderedColumn<Object> column = Columns.promoted(name);
        Object sample = population.value(name);
        Class<?> kind = sample.getClass();
        Supplier<Object> values = () -> {
            Object value = population.value(name);
            return value.getClass() == kind ? value : sample;
        };
        Function<Entry, @Nullable PromotedValue> read =
                entry -> entry.promoted().get(name);
        return random.nextBoolean()
                ? equality(
                        column,
                        values,
                        (entry, any) -> any.stream()
                                .anyMatch(each -> PromotedValue.of(each).equals(read.apply(entry))),
                        entry -> read.apply(entry) != null)
                : ordered(
                        column,
                        values,
                        entry -> {
                            PromotedValue value = read.apply(entry);
                            return value == null
                                            || value.kind()
                                                    != PromotedValue.of(sample).kind()
                                    ? null
                                    : value;
                        },
                        PromotedValue::of);
    }

    private <T, C extends Comparable<C>> Drawn ordered(
            OrderedColumn<T> column,
            Supplier<? extends T> values,
            Function<Entry, @Nullable C> read,
            Function<T, @Nullable C> comparable) {
        T one = values.get();
        T other = values.get();
        C low = Objects.requireNonNull(comparable.apply(one));
        C high = Objects.requireNonNull(comparable.apply(other));
        return switch (random.nextInt(5)) {
            case 0 -> new Drawn(column.lessThan(one), there(read, value -> value.compareTo(low) < 0));
            case 1 -> new Drawn(column.atMost(one), there(read, value -> value.compareTo(low) <= 0));
            case 2 -> new Drawn(column.greaterThan(one), there(read, value -> value.compareTo(low) > 0));
            case 3 -> new Drawn(column.atLeast(one), there(read, value -> value.compareTo(low) >= 0));
            default ->
                new Drawn(
                        column.between(one, other),
                        there(read, value -> value.compareTo(low) >= 0 && value.compareTo(high) <= 0));
        };
    }

    private static <C> Predicate<Entry> there(Function<Entry, @Nullable C> read, Predicate<C> met) {
        return entry -> {
            C value = read.apply(entry);
            return value != null && met.test(value);
        };
    }
}
