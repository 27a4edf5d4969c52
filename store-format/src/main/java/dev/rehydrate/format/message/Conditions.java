// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format.message;

import dev.rehydrate.command.condition.Attribute;
import dev.rehydrate.command.condition.Bound;
import dev.rehydrate.command.condition.Condition;
import dev.rehydrate.command.condition.Subject;
import dev.rehydrate.format.slot.Codes;
import dev.rehydrate.format.slot.PromotedValues;
import dev.rehydrate.format.wire.DamagedException;
import dev.rehydrate.format.wire.WireInput;
import dev.rehydrate.format.wire.WireOutput;
import java.io.IOException;
import java.util.List;

/** The conditions of a query: a code for each node of the tree and each attribute. What is not known is refused. */
public final class Conditions {

    private static final int ONE_OF = 1;
    private static final int DIFFERS = 2;
    private static final int RANGE = 3;
    private static final int PRESENT = 4;
    private static final int ALL = 5;
    private static final int ANY = 6;

    /** Stands in the place of an attribute. */
    private static final int PROMOTED = 100;

    private Conditions() {}

    public static void write(WireOutput out, Condition condition) {
        if (condition instanceof Condition.OneOf oneOf) {
            begin(out, ONE_OF, oneOf.subject());
            out.list(oneOf.values(), PromotedValues::write);
        } else if (condition instanceof Condition.Differs differs) {
            begin(out, DIFFERS, differs.subject());
            PromotedValues.write(out, differs.value());
        } else if (condition instanceof Condition.Range range) {
            begin(out, RANGE, range.subject());
            out.presence(range.low(), range.high());
            out.optional(range.low(), Conditions::writeBound);
            out.optional(range.high(), Conditions::writeBound);
        } else if (condition instanceof Condition.Present present) {
            begin(out, PRESENT, present.subject());
            out.flag(present.there());
        } else {
            boolean and = condition instanceof Condition.All;
            out.code(and ? ALL : ANY);
            List<Condition> parts =
                    and ? ((Condition.All) condition).conditions() : ((Condition.Any) condition).conditions();
            out.list(parts, Conditions::write);
        }
    }

    private static void begin(WireOutput out, int node, Subject subject) {
        out.code(node);
        writeSubject(out, subject);
    }

    public static void writeSubject(WireOutput out, Subject subject) {
        if (subject instanceof Subject.Promoted promoted) {
            out.code(PROMOTED);
            out.text(promoted.name());
        } else {
            out.code(Codes.of((Attribute) subject));
        }
    }

    private static void writeBound(WireOutput out, Bound bound) {
        out.flag(bound.included());
        PromotedValues.write(out, bound.value());
    }

    public static Condition read(WireInput in) throws IOException {
        return read(in, Condition.MAX_DEPTH);
    }

    /** Bytes that go deeper than a tree may are refused before the stack of the reader is full. */
    private static Condition read(WireInput in, int depth) throws IOException {
        if (depth == 0) {
            throw new DamagedException("a condition is deeper than " + Condition.MAX_DEPTH);
        }
        int node = in.code();
        return switch (node) {
            case ONE_OF -> new Condition.OneOf(subject(in), in.list(PromotedValues::read));
            case DIFFERS -> new Condition.Differs(subject(in), PromotedValues.read(in));
            case RANGE -> range(in);
            case PRESENT -> new Condition.Present(subject(in), in.flag());
            case ALL -> new Condition.All(in.list(each -> read(each, depth - 1)));
            case ANY -> new Condition.Any(in.list(each -> read(each, depth - 1)));
            default -> throw new DamagedException("no condition has the code " + node);
        };
    }

    private static Condition range(WireInput in) throws IOException {
        Subject subject = subject(in);
        WireInput.Presence present = in.presence();
        return new Condition.Range(subject, present.next(Conditions::bound), present.next(Conditions::bound));
    }

    private static Bound bound(WireInput in) throws IOException {
        boolean included = in.flag();
        return new Bound(PromotedValues.read(in), included);
    }

    public static Subject subject(WireInput in) throws IOException {
        int code = in.code();
        return code == PROMOTED ? new Subject.Promoted(in.text()) : Codes.constant(Attribute.values(), Codes::of, code);
    }
}
