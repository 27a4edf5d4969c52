// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.value;

import dev.rehydrate.codec.EncodedValue;
import dev.rehydrate.codec.ValueCodingException;
import dev.rehydrate.codec.ValueEncoding;
import dev.rehydrate.command.CompleteInstance;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.PersistenceCommand;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.KeyChanges;
import dev.rehydrate.command.failure.UnreadableValueException;
import dev.rehydrate.command.failure.UnwritableValueException;
import dev.rehydrate.command.outcome.InstancePage;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceKeyView;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.PromotedValue;
import dev.rehydrate.instance.ValueSelection;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.KeyEntry;
import dev.rehydrate.slot.Payload;
import dev.rehydrate.slot.StoredValue;
import dev.rehydrate.slot.scan.RecordPage;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Turns what a host says into what a slot stores, and back. */
public final class Values {

    private final ValueEncoding encoding;

    /** Encodes and decodes as the store was told to. */
    public Values(ValueEncoding encoding) {
        this.encoding = encoding;
    }

    /** {@return the changes with encoded values} */
    public InstanceChanges<StoredValue> stored(@Nullable InstanceId instance, InstanceChanges<InstanceValue> changes) {
        InstanceChanges<StoredValue> stored = changes.map(bag -> bag(instance, bag));
        requireSendable(instance, Payload.of(stored), stored.data().put());
        return stored;
    }

    /**
     * The same command as it is now, for one that is sent later: objects of the caller may change meanwhile. Commands that need a handle are
     * never sent later.
     *
     * @throws UnwritableValueException if a value cannot be stored
     */
    @SuppressWarnings("unchecked") // Each command stays of its class, and so does its answer.
    public <R> PersistenceCommand<R> encoded(@Nullable InstanceId instance, PersistenceCommand<R> command) {
        if (command instanceof CreateInstance create) {
            return (PersistenceCommand<R>)
                    new CreateInstance(create.id(), encoded(instance, create.changes()), create.after());
        }
        if (command instanceof SaveInstance save) {
            return (PersistenceCommand<R>)
                    new SaveInstance(save.id(), encoded(instance, save.changes()), save.expected(), save.after());
        }
        return command instanceof CompleteInstance complete
                ? (PersistenceCommand<R>) new CompleteInstance(
                        complete.id(), encoded(instance, complete.changes()), complete.expected(), complete.action())
                : command;
    }

    private InstanceChanges<InstanceValue> encoded(
            @Nullable InstanceId instance, InstanceChanges<InstanceValue> changes) {
        return stored(instance, changes).map(Values::asIs);
    }

    private static Map<String, InstanceValue> asIs(Map<String, StoredValue> bag) {
        Map<String, InstanceValue> values = new HashMap<>();
        bag.forEach((name, value) -> values.put(name, value.asIs()));
        return values;
    }

    private void requireSendable(@Nullable InstanceId instance, long payload, Map<String, StoredValue> data) {
        if (payload > encoding.payloadLimit()) {
            String largest = data.entrySet().stream()
                    .max(Comparator.comparingInt(
                            each -> each.getValue().encoded().size()))
                    .map(Map.Entry::getKey)
                    .orElse("metadata");
            throw new UnwritableValueException(
                    instance,
                    largest,
                    new ValueCodingException(
                            ValueCodingException.Reason.TOO_LARGE,
                            "the values of one command have " + payload + " bytes together; the limit is "
                                    + encoding.payloadLimit() + ": save them in several steps, or raise the limit"));
        }
    }

    /** Keys that a load associates. */
    public Map<InstanceKey, Map<String, StoredValue>> storedKeys(
            @Nullable InstanceId instance, Map<InstanceKey, Map<String, InstanceValue>> keys) {
        KeyChanges<StoredValue> stored = KeyChanges.associating(keys).map(bag -> bag(instance, bag));
        requireSendable(instance, Payload.of(stored), Map.of());
        return stored.associate();
    }

    /** {@return what a load answers of a record} */
    public InstanceSnapshot snapshot(InstanceRecord record, boolean held) {
        return snapshot(record, ValueSelection.all(), held);
    }

    /** {@return what a load of selected values and keys answers of a record, which may have more than these} */
    public InstanceSnapshot snapshot(InstanceRecord record, ValueSelection values, boolean held) {
        InstanceId id = record.id();
        return new InstanceSnapshot(
                record.header(),
                views(id, selected(record.keys(), values.keys())),
                new StoredBag(id, record.data(), values, encoding),
                new StoredBag(id, record.metadata(), values, encoding),
                held);
    }

    /** {@return what a query that selects values answers of records, which may have more than these} */
    public InstancePage page(RecordPage found, ValueSelection values) {
        return new InstancePage(
                found.records().stream().map(record -> entry(record, values)).toList(), found.total(), found.gap());
    }

    private InstancePage.Entry entry(InstanceRecord record, ValueSelection values) {
        if (!values.isAll() && values.names().isEmpty()) {
            return new InstancePage.Entry(record.header(), record.promoted());
        }
        return new InstancePage.Entry(
                record.header(),
                record.promoted(),
                new StoredBag(record.id(), record.data(), values, encoding),
                new StoredBag(record.id(), record.metadata(), values, encoding));
    }

    private static Map<InstanceKey, KeyEntry> selected(
            Map<InstanceKey, KeyEntry> keys, @Nullable Set<InstanceKey> wanted) {
        if (wanted == null) {
            return keys;
        }
        Map<InstanceKey, KeyEntry> some = new HashMap<>();
        for (InstanceKey key : wanted) {
            KeyEntry entry = keys.get(key);
            if (entry != null) {
                some.put(key, entry);
            }
        }
        return some;
    }

    private Map<InstanceKey, InstanceKeyView> views(InstanceId id, Map<InstanceKey, KeyEntry> keys) {
        if (keys.size() == 1) {
            Map.Entry<InstanceKey, KeyEntry> only = keys.entrySet().iterator().next();
            return Map.of(only.getKey(), view(id, only.getKey(), only.getValue()));
        }
        Map<InstanceKey, InstanceKeyView> views = new HashMap<>();
        keys.forEach((key, entry) -> views.put(key, view(id, key, entry)));
        return views;
    }

    private InstanceKeyView view(InstanceId id, InstanceKey key, KeyEntry entry) {
        return new InstanceKeyView(key, entry.state(), new StoredBag(id, entry.metadata(), encoding));
    }

    /** Finds the first value of an instance that this process cannot read. */
    public Optional<UnreadableValueException> unreadableIn(InstanceRecord record) {
        for (Map.Entry<String, StoredValue> each : record.data().entrySet()) {
            try {
                encoding.requireReadable(each.getValue().encoded());
            } catch (ValueCodingException cannotBeRead) {
                return Optional.of(new UnreadableValueException(record.id(), each.getKey(), cannotBeRead));
            }
        }
        return newerIn(record);
    }

    /** Metadata is read when it is needed; but what another release has written there is not for this one to work on. */
    private Optional<UnreadableValueException> newerIn(InstanceRecord record) {
        for (Map.Entry<String, StoredValue> each : record.metadata().entrySet()) {
            try {
                encoding.requireReadable(each.getValue().encoded());
            } catch (ValueCodingException cannotBeRead) {
                UnreadableValueException trouble =
                        new UnreadableValueException(record.id(), each.getKey(), cannotBeRead);
                if (trouble.mayBeReadableElsewhere()) {
                    return Optional.of(trouble);
                }
            }
        }
        return Optional.empty();
    }

    private Map<String, StoredValue> bag(@Nullable InstanceId instance, Map<String, InstanceValue> values) {
        if (values.isEmpty()) {
            return Map.of();
        }
        if (values.size() == 1) {
            Map.Entry<String, InstanceValue> only = values.entrySet().iterator().next();
            return Map.of(only.getKey(), value(instance, only.getKey(), only.getValue()));
        }
        Map<String, StoredValue> stored = new HashMap<>();
        values.forEach((name, value) -> stored.put(name, value(instance, name, value)));
        return stored;
    }

    private EncodedValue encoded(InstanceValue value) {
        boolean neverRead = value.has(InstanceValue.Option.WRITE_ONLY);
        return neverRead || value.readAs() != null
                ? encoding.encode(value.value(), neverRead ? null : value.readAs())
                : encoding.encode(value.value());
    }

    private StoredValue value(@Nullable InstanceId instance, String name, InstanceValue value) {
        try {
            Object object = value.value();
            if (object instanceof StoredValue stored) {
                stored.encoded().requireAtMost(encoding.maxValueSize());
                return stored;
            }
            PromotedValue promoted =
                    object != null && value.has(InstanceValue.Option.PROMOTED) ? PromotedValue.of(object) : null;
            return new StoredValue(encoded(value), value.options(), promoted);
        } catch (ValueCodingException | IllegalArgumentException cannotBeStored) {
            throw new UnwritableValueException(instance, name, cannotBeStored);
        }
    }
}
