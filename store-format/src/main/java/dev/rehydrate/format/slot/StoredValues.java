// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format.slot;

import dev.rehydrate.codec.EncodedValue;
import dev.rehydrate.command.change.ValueDelta;
import dev.rehydrate.format.wire.DamagedException;
import dev.rehydrate.format.wire.WireInput;
import dev.rehydrate.format.wire.WireOutput;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.PromotedValue;
import dev.rehydrate.slot.StoredValue;
import java.io.IOException;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Bags of named values and changes of them. The head holds name, options and length; the bytes follow after it. */
public final class StoredValues {

    private static final int IS_PROMOTED = 1;
    private static final int OPTIONS_FROM = 1;

    private StoredValues() {}

    public static void writeBag(WireOutput out, Map<String, StoredValue> bag) {
        Collection<Map.Entry<String, StoredValue>> values = bag.isEmpty()
                ? List.<Map.Entry<String, StoredValue>>of()
                : WireOutput.inOrder(bag.entrySet(), Map.Entry.comparingByKey());
        out.number(values.size());
        for (Map.Entry<String, StoredValue> each : values) {
            out.text(each.getKey());
            int section = out.beginSection();
            write(out, each.getValue());
            out.endSection(section);
        }
    }

    public static Map<String, StoredValue> bag(WireInput in) throws IOException {
        return in.map(WireInput::valueName, StoredValues::value);
    }

    /** Reads a bag for a reader who needs its promoted values only: these are without bytes, and no other one is there. */
    static Map<String, StoredValue> promoted(WireInput in) throws IOException {
        Map<String, StoredValue> promoted = Map.of();
        for (int left = in.count(); left > 0; left--) {
            String name = in.valueName();
            int outer = in.enter();
            int bits = in.small();
            if ((bits & IS_PROMOTED) != 0) {
                in.passValue();
                promoted = promoted.isEmpty() ? new HashMap<>() : promoted;
                promoted.put(
                        name,
                        new StoredValue(
                                EncodedValue.notRead(), options(bits >>> OPTIONS_FROM), PromotedValues.read(in)));
            }
            in.leave(outer);
        }
        return promoted;
    }

    private static StoredValue value(WireInput in) throws IOException {
        int outer = in.enter();
        StoredValue value = read(in);
        in.leave(outer);
        return value;
    }

    public static void writeBags(WireOutput out, Map<InstanceKey, Map<String, StoredValue>> bags) {
        if (bags.isEmpty()) {
            out.number(0);
            return;
        }
        out.sorted(bags.entrySet(), Map.Entry.comparingByKey(Ids.KEY_ORDER), (each, entry) -> {
            Ids.write(each, entry.getKey());
            writeBag(each, entry.getValue());
        });
    }

    public static Map<InstanceKey, Map<String, StoredValue>> bags(WireInput in) throws IOException {
        return in.map(
                each -> {
                    InstanceKey key = Ids.key(each);
                    each.bag(ValueNames.bagOf(key));
                    return key;
                },
                StoredValues::bag);
    }

    public static void writeDelta(WireOutput out, ValueDelta<StoredValue> delta) {
        writeBag(out, delta.put());
        writeNames(out, delta.remove());
    }

    public static ValueDelta<StoredValue> delta(WireInput in) throws IOException {
        return new ValueDelta<StoredValue>(bag(in), in.set(WireInput::text));
    }

    private static void writeNames(WireOutput out, Collection<String> names) {
        out.sorted(names, Comparator.naturalOrder(), WireOutput::text);
    }

    private static void write(WireOutput out, StoredValue value) {
        int bits = value.promoted() == null ? 0 : IS_PROMOTED;
        if (!value.options().isEmpty()) {
            for (InstanceValue.Option option : value.options()) {
                bits |= Codes.bit(option) << OPTIONS_FROM;
            }
        }
        out.number(bits);
        out.value(value.encoded());
        if (value.promoted() != null) {
            PromotedValues.write(out, value.promoted());
        }
    }

    private static StoredValue read(WireInput in) throws IOException {
        int bits = in.small();
        EncodedValue encoded = in.value();
        PromotedValue promoted = (bits & IS_PROMOTED) == 0 ? null : PromotedValues.read(in);
        return new StoredValue(encoded, options(bits >>> OPTIONS_FROM), promoted);
    }

    private static Set<InstanceValue.Option> options(int bits) throws DamagedException {
        if (bits == 0) {
            return Set.of();
        }
        Set<InstanceValue.Option> options = EnumSet.noneOf(InstanceValue.Option.class);
        int rest = bits;
        for (InstanceValue.Option option : InstanceValue.Option.values()) {
            if ((bits & Codes.bit(option)) != 0) {
                options.add(option);
                rest &= ~Codes.bit(option);
            }
        }
        if (rest != 0) {
            throw new DamagedException("a value has an option that does not exist");
        }
        return options;
    }
}
