// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.control;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import dev.rehydrate.correlation.CorrelationKey;
import dev.rehydrate.host.InspectedInstance;
import dev.rehydrate.host.InspectedKey;
import dev.rehydrate.host.InspectedValue;
import dev.rehydrate.instance.InstanceKeyView;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.SafeText;
import dev.rehydrate.instance.ValueBag;
import java.time.ZoneId;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalAmount;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Describes an instance for administrators. A value that cannot be shown is described, and the others are shown. */
public final class InstanceInspector {

    private static final ObjectMapper JSON = JsonMapper.builder()
            .visibility(PropertyAccessor.GETTER, Visibility.NONE)
            .visibility(PropertyAccessor.IS_GETTER, Visibility.NONE)
            .visibility(PropertyAccessor.FIELD, Visibility.ANY)
            .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
            .addModule(new SimpleModule()
                    .addSerializer(TemporalAccessor.class, ToStringSerializer.instance)
                    .addSerializer(TemporalAmount.class, ToStringSerializer.instance)
                    .addSerializer(ZoneId.class, ToStringSerializer.instance))
            .build();

    private InstanceInspector() {}

    public static InspectedInstance of(InstanceSnapshot snapshot) {
        return new InspectedInstance(
                snapshot.header(),
                snapshot.keys().values().stream().map(InstanceInspector::key).toList(),
                bag(snapshot.data()),
                bag(snapshot.metadata()));
    }

    private static InspectedKey key(InstanceKeyView view) {
        Map<String, InspectedValue> metadata = bag(view.metadata());
        InspectedValue shown = metadata.get(CorrelationKey.TEXT);
        JsonNode text = shown == null ? null : shown.json();
        if (text != null && text.isTextual()) {
            metadata.remove(CorrelationKey.TEXT);
            return new InspectedKey(view.key(), view.state(), text.textValue(), metadata);
        }
        return new InspectedKey(view.key(), view.state(), null, metadata);
    }

    private static Map<String, InspectedValue> bag(ValueBag bag) {
        Map<String, InspectedValue> values = new HashMap<>();
        bag.names().forEach(name -> values.put(name, value(bag, name)));
        return values;
    }

    private static InspectedValue value(ValueBag bag, String name) {
        ValueBag.Description description = null;
        try {
            description = bag.describe(name).orElse(null);
            return new InspectedValue(description, json(bag.get(name, Object.class)), null);
        } catch (RuntimeException | LinkageError | StackOverflowError cannotBeShown) {
            return new InspectedValue(description, null, reason(cannotBeShown));
        }
    }

    private static JsonNode json(@Nullable Object value) {
        return value == null ? JSON.nullNode() : JSON.valueToTree(value);
    }

    private static String reason(Throwable cannotBeShown) {
        String message = cannotBeShown.getMessage();
        return SafeText.line(message == null ? cannotBeShown.getClass().getName() : message);
    }
}
