// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.query;

import dev.rehydrate.command.condition.Attribute;
import dev.rehydrate.command.condition.Condition;
import dev.rehydrate.command.condition.Subject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Conditions as SQL in which every value is a parameter. What must be met in any case is joined, so that the planner can begin with
 * the index of a promoted value. An OR whose every branch is found by an index becomes the union of these branches.
 */
final class ConditionSql {

    private final String slot;
    private final QueryParameters parameters;
    private final Map<String, String> rows = new HashMap<>();
    private final List<String> joins = new ArrayList<>();
    private final List<String> terms = new ArrayList<>();
    private final SlotColumns columns;
    private final PromotedColumns promoted;

    /**
     * Begins without conditions.
     *
     * @param slot the name of the slot in the statement
     * @param parameters where the values go
     */
    ConditionSql(String slot, QueryParameters parameters) {
        this.slot = slot;
        this.parameters = parameters;
        this.columns = new SlotColumns(parameters);
        this.promoted = new PromotedColumns(parameters);
    }

    /** Tells that the row of a promoted value is there already. */
    ConditionSql joined(@Nullable String name, @Nullable String row) {
        if (name != null && row != null) {
            rows.put(name, row);
        }
        return this;
    }

    /** Adds conditions that must all be met. */
    ConditionSql with(List<Condition> conjuncts) {
        conjuncts.forEach(this::add);
        return this;
    }

    /** The rows of promoted values that the statement needs. */
    String joins() {
        return String.join("\n", joins);
    }

    /**
     * A comparison of the address, of the rows of promoted values if there are any: the planner does not conclude it for them from
     * that of the slot, and would pass over all that is before.
     */
    String ofAddress(String comparison) {
        List<String> compared = rows.isEmpty() ? List.of(slot) : List.copyOf(rows.values());
        return compared.stream()
                .map(row -> "and " + row + ".address " + comparison)
                .collect(Collectors.joining(" "));
    }

    /** What must be true, to follow something else that must be. */
    String terms() {
        return terms.stream().map(term -> "\n  and " + term).collect(Collectors.joining());
    }

    private void add(Condition condition) {
        if (condition instanceof Condition.All all) {
            with(all.conditions());
            return;
        }
        String name = name(condition);
        if (name == null || isMissing(condition)) {
            terms.add(nested(condition));
            return;
        }
        String row = rows.get(name);
        if (row == null) {
            row = parameters.newName("p");
            rows.put(name, row);
            joins.add("join rehydrate.promoted " + row + " on " + row + ".address = " + slot + ".address and "
                    + promoted.named(row, name));
        }
        String comparison = ofRow(row, condition);
        if (!comparison.isEmpty()) {
            terms.add(comparison);
        }
    }

    /** A condition that need not be met by itself. */
    private String nested(Condition condition) {
        if (condition instanceof Condition.All all) {
            return all.conditions().stream().map(this::nested).collect(Collectors.joining(" and ", "(", ")"));
        }
        if (condition instanceof Condition.Any any) {
            return isFoundByIndexes(any) ? union(any) : alternatives(any);
        }
        String name = name(condition);
        return name == null ? ofSlot(condition) : exists(name, condition);
    }

    private String alternatives(Condition.Any any) {
        return any.conditions().stream().map(this::nested).collect(Collectors.joining(" or ", "(", ")"));
    }

    private String union(Condition.Any any) {
        return any.conditions().stream()
                .map(this::addresses)
                .collect(Collectors.joining(" union all ", slot + ".address in (", ")"));
    }

    private String addresses(Condition branch) {
        String name = name(branch);
        if (name != null) {
            String row = parameters.newName("q");
            return "select " + row + ".address from rehydrate.promoted " + row + " where " + ofNamed(row, name, branch);
        }
        String other = parameters.newName("a");
        ConditionSql inner = new ConditionSql(other, parameters).with(List.of(branch));
        return "select " + other + ".address from rehydrate.slot " + other + " " + inner.joins() + " where " + other
                + ".state is not null" + inner.terms();
    }

    private String exists(String name, Condition condition) {
        String row = parameters.newName("q");
        return (isMissing(condition) ? "not exists" : "exists") + " (select 1 from rehydrate.promoted " + row
                + " where " + row + ".address = " + slot + ".address and " + ofNamed(row, name, condition) + ")";
    }

    private String ofNamed(String row, String name, Condition condition) {
        String comparison = ofRow(row, condition);
        return promoted.named(row, name) + (comparison.isEmpty() ? "" : " and " + comparison);
    }

    /** A comparison of a row that is there; empty if that is all that it asks for. */
    private String ofRow(String row, Condition condition) {
        if (condition instanceof Condition.OneOf oneOf) {
            return promoted.oneOf(row, oneOf);
        }
        if (condition instanceof Condition.Differs differs) {
            return promoted.differs(row, differs);
        }
        return condition instanceof Condition.Range range ? promoted.range(row, range) : "";
    }

    private String ofSlot(Condition condition) {
        if (condition instanceof Condition.OneOf oneOf) {
            return columns.oneOf(slot, (Attribute) oneOf.subject(), oneOf);
        }
        if (condition instanceof Condition.Differs differs) {
            return columns.differs(slot, (Attribute) differs.subject(), differs);
        }
        if (condition instanceof Condition.Range range) {
            return "(" + columns.range(slot, (Attribute) range.subject(), range) + ")";
        }
        Condition.Present present = (Condition.Present) condition;
        return SlotColumns.present(slot, (Attribute) present.subject(), present.there());
    }

    private static boolean isMissing(Condition condition) {
        return condition instanceof Condition.Present present && !present.there();
    }

    /** The name of the promoted value that a comparison is about; null if it is about an attribute, or no comparison. */
    static @Nullable String name(Condition condition) {
        Subject subject = subject(condition);
        return subject instanceof Subject.Promoted value ? value.name() : null;
    }

    static @Nullable Subject subject(Condition condition) {
        if (condition instanceof Condition.OneOf oneOf) {
            return oneOf.subject();
        }
        if (condition instanceof Condition.Differs differs) {
            return differs.subject();
        }
        if (condition instanceof Condition.Range range) {
            return range.subject();
        }
        return condition instanceof Condition.Present present ? present.subject() : null;
    }

    /** An OR over columns of the slot alone is left to the planner, which knows how rare each branch is. */
    private static boolean isFoundByIndexes(Condition.Any any) {
        return hasPromoted(any) && any.conditions().stream().allMatch(ConditionSql::isSelective);
    }

    private static boolean hasPromoted(Condition condition) {
        if (condition instanceof Condition.Any any) {
            return any.conditions().stream().anyMatch(ConditionSql::hasPromoted);
        }
        if (condition instanceof Condition.All all) {
            return all.conditions().stream().anyMatch(ConditionSql::hasPromoted);
        }
        return name(condition) != null;
    }

    /** Whether an index finds it, and mostly little of it. */
    private static boolean isSelective(Condition condition) {
        if (condition instanceof Condition.All all) {
            return all.conditions().stream().anyMatch(ConditionSql::isSelective);
        }
        if (condition instanceof Condition.Any any) {
            return any.conditions().stream().allMatch(ConditionSql::isSelective);
        }
        if (condition instanceof Condition.Range range) {
            return range.low() != null && range.high() != null && range.subject() != Attribute.UPDATED;
        }
        return condition instanceof Condition.OneOf oneOf
                && (oneOf.subject() instanceof Subject.Promoted || oneOf.subject() == Attribute.HOLDER);
    }
}
