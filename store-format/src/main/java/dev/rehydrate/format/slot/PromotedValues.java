// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format.slot;

import dev.rehydrate.format.wire.DamagedException;
import dev.rehydrate.format.wire.WireInput;
import dev.rehydrate.format.wire.WireOutput;
import dev.rehydrate.instance.PromotedValue;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.UUID;

/** Promoted values: a code for the kind, then the value in a form of its own. */
public final class PromotedValues {

    private PromotedValues() {}

    public static void write(WireOutput out, PromotedValue promoted) {
        out.code(Codes.of(promoted.kind()));
        Object value = promoted.value();
        switch (promoted.kind()) {
            case BOOLEAN -> out.flag((Boolean) value);
            case NUMBER -> write(out, (BigDecimal) value);
            case TEXT -> out.text((String) value);
            case INSTANT -> out.instant((Instant) value);
            case UUID -> write(out, UUID.fromString((String) value));
        }
    }

    private static void write(WireOutput out, BigDecimal number) {
        byte[] digits = number.unscaledValue().toByteArray();
        out.signed(number.scale());
        out.number(digits.length);
        out.bytes(digits);
    }

    private static void write(WireOutput out, UUID uuid) {
        out.fixed64(uuid.getMostSignificantBits());
        out.fixed64(uuid.getLeastSignificantBits());
    }

    public static PromotedValue read(WireInput in) throws DamagedException {
        PromotedValue.Kind kind = Codes.constant(PromotedValue.Kind.values(), Codes::of, in.code());
        return PromotedValue.of(
                switch (kind) {
                    case BOOLEAN -> in.flag();
                    case NUMBER -> number(in);
                    case TEXT -> in.text();
                    case INSTANT -> in.instant();
                    case UUID -> new UUID(in.fixed64(), in.fixed64());
                });
    }

    private static BigDecimal number(WireInput in) throws DamagedException {
        int scale = Math.toIntExact(in.signed());
        BigInteger digits = new BigInteger(in.bytes(in.small()));
        // Numbers are promoted without trailing zeros. To strip a million of them would take a forger's reader minutes.
        if (digits.signum() != 0 && digits.mod(BigInteger.TEN).signum() == 0) {
            throw new DamagedException("a promoted number has trailing zeros");
        }
        return new BigDecimal(digits, scale);
    }
}
