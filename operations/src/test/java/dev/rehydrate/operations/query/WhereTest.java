// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.operations.query;

import static dev.rehydrate.command.condition.Columns.CREATED;
import static dev.rehydrate.command.condition.Columns.DEFINITION;
import static dev.rehydrate.command.condition.Columns.DUE;
import static dev.rehydrate.command.condition.Columns.HOLDER;
import static dev.rehydrate.command.condition.Columns.HOST_TYPE;
import static dev.rehydrate.command.condition.Columns.STATE;
import static dev.rehydrate.command.condition.Columns.SUSPENDED;
import static dev.rehydrate.command.condition.Columns.promoted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rehydrate.command.condition.Condition;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.OwnerId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class WhereTest {

    private static final UUID OID = UUID.fromString("00000000-0000-0007-0000-00000000000a");
    private static final UUID OTHER_OID = UUID.fromString("00000000-0000-0007-0000-00000000000b");

    private static final Instant NOW = Instant.parse("2026-11-22T12:00:00Z");
    private static final OwnerId OWNER = new OwnerId(1, 2);

    static List<Map.Entry<String, Condition>> conditions() {
        return List.of(
                Map.entry("state = initialized", STATE.equalTo(InstanceState.INITIALIZED)),
                Map.entry(
                        "state in (completed, Uninitialized)",
                        STATE.in(InstanceState.COMPLETED, InstanceState.UNINITIALIZED)),
                Map.entry("suspended=yes", SUSPENDED.equalTo(true)),
                Map.entry("definition != \"A and B\"", DEFINITION.notEqualTo("A and B")),
                Map.entry("host-type missing", HOST_TYPE.missing()),
                Map.entry("holder = " + OWNER, HOLDER.equalTo(OWNER)),
                Map.entry("created >= 2026-01-01T00:00:00Z", CREATED.atLeast(Instant.parse("2026-01-01T00:00:00Z"))),
                Map.entry("due < now-90m", DUE.lessThan(NOW.minus(Duration.ofMinutes(90)))),
                Map.entry("due <= now", DUE.atMost(NOW)),
                Map.entry("created > -1h", CREATED.greaterThan(NOW.minus(Duration.ofHours(1)))),
                Map.entry("due < +30s", DUE.lessThan(NOW.plusSeconds(30))),
                Map.entry("\"and\" = \"=\"", promoted("and").equalTo("=")),
                Map.entry("due > now+1d", DUE.greaterThan(NOW.plus(Duration.ofDays(1)))),
                Map.entry("total between 10 and 20.5", promoted("total").between(10, 20.5)),
                Map.entry(
                        "author in (Anna, \"Olga \\\"O\\\"\")",
                        promoted("author").in("Anna", "Olga \"O\"")),
                Map.entry("value.state = 7", promoted("state").equalTo(7)),
                Map.entry("\"my value\" = \"7\"", promoted("my value").equalTo("7")),
                Map.entry("paid = true", promoted("paid").equalTo(true)),
                Map.entry("deadline < -1h", promoted("deadline").lessThan(NOW.minus(Duration.ofHours(1)))),
                Map.entry("deadline < \"-1h\"", promoted("deadline").lessThan("-1h")),
                Map.entry("oid = " + OID, promoted("oid").equalTo(OID)),
                Map.entry("oid != " + OID, promoted("oid").notEqualTo(OID)),
                Map.entry(
                        "oid in (" + OID + ", " + OTHER_OID + ")",
                        promoted("oid").in(OID, OTHER_OID)),
                Map.entry("oid = \"" + OID + "\"", promoted("oid").equalTo(OID.toString())),
                Map.entry("value.deadline <= now", promoted("deadline").atMost(NOW)),
                Map.entry(
                        "definition = Order and (due < now or total exists)",
                        DEFINITION
                                .equalTo("Order")
                                .and(DUE.lessThan(NOW).or(promoted("total").exists()))),
                Map.entry(
                        "a = 1 or b = 2 and c = 3",
                        promoted("a")
                                .equalTo(1)
                                .or(promoted("b").equalTo(2).and(promoted("c").equalTo(3)))));
    }

    @ParameterizedTest
    @MethodSource("conditions")
    void aConditionIsRead(Map.Entry<String, Condition> each) {
        assertThat(WhereParser.parse(each.getKey(), NOW)).isEqualTo(each.getValue());
    }

    static List<Map.Entry<String, String>> mistakes() {
        return List.of(
                Map.entry("", "a column is missing at the end"),
                Map.entry("state", "a comparison is missing at the end"),
                Map.entry("state =", "a value is missing at the end"),
                Map.entry("state = gone", "there is no state 'gone': write uninitialized or initialized or completed"),
                Map.entry("state < completed", "has no order"),
                Map.entry("suspended = maybe", "neither yes nor no"),
                Map.entry("due < yesterday", "is not a time"),
                Map.entry("holder = me", "is not the id of an owner"),
                Map.entry("a like 1", "'like' is not a comparison"),
                Map.entry("a in 1, 2", "'(' is expected at '1'"),
                Map.entry("(a = 1", "')' is expected at the end"),
                Map.entry("a = 1 b = 2", "nothing is expected at 'b'"),
                Map.entry("a = \"1", "cannot be read at character"),
                Map.entry("status = = x", "a value is expected at '='"),
                Map.entry("status = (x)", "a value is expected at '('"),
                Map.entry("status = and", "a value is expected at 'and'; if you mean this text"),
                Map.entry("status in (a,,b)", "a value is expected at ','"),
                Map.entry("status in ()", "a value is expected at ')'"),
                Map.entry("= 1", "a column is expected at '='"),
                Map.entry("a between ( and 2", "a value is expected at '('"),
                Map.entry("due < -", "is not a time"),
                Map.entry("a between 1 or 2", "'and' is expected at 'or'"));
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void aMistakeIsToldInASentence(Map.Entry<String, String> each) {
        assertThatThrownBy(() -> WhereParser.parse(each.getKey(), NOW))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(each.getValue());
    }

    @Test
    void aLongTextIsReadAndManyParenthesesAreRefused() {
        String plain = "x".repeat(20_000);
        for (String text : List.of("a = \"" + plain, "a = \"" + "\\\"".repeat(20_000))) {
            assertThatThrownBy(() -> WhereParser.parse(text, NOW))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("cannot be read at character");
            assertThatThrownBy(() -> WhereParser.parse(text + "\" =", NOW))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(WhereParser.parse("((((a = 1)))) and (b = 2)", NOW))
                .isEqualTo(promoted("a").equalTo(1).and(promoted("b").equalTo(2)));
        assertThatThrownBy(() -> WhereParser.parse("(".repeat(20_000) + "a = 1", NOW))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("more than 10 parentheses are open at once");
    }

    @Test
    void aTimeFarAwayIsRefused() {
        assertThatThrownBy(() -> WhereColumn.moment("now+999999999d", Instant.MAX))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("too far");
    }
}
