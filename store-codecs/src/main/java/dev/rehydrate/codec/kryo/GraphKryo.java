// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec.kryo;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Registration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A Kryo that knows built-in types and those of one application, under fixed numbers. It serves as the register of types
 * and their serializers; how values nest and refer to each other is the business of {@link GraphWriter} and
 * {@link GraphReader}. For one thread at a time.
 */
final class GraphKryo extends Kryo {

    private final List<Class<? extends Enum<?>>> enums = new ArrayList<>();
    private final GraphWriter writer;
    private @Nullable GraphReader reader;

    GraphKryo(ApplicationTypes types, int maxDepth) {
        super(new ViewClassResolver(), null);
        setRegistrationRequired(true);
        BuiltInTypes.all().forEach(this::add);
        types.all().forEach(this::add);
        writer = new GraphWriter(this, maxDepth);
    }

    byte[] encode(Object value) {
        return writer.encode(value);
    }

    @Nullable
    Object decode(byte[] bytes, int maxDepth) {
        GraphReader fresh = new GraphReader(this, bytes, maxDepth);
        reader = fresh;
        try {
            return fresh.decode();
        } finally {
            reader = null;
        }
    }

    GraphWriter writer() {
        return writer;
    }

    GraphReader reader() {
        if (reader == null) {
            throw new IllegalStateException("nothing is being read");
        }
        return reader;
    }

    /** {@return all registered enums} */
    List<Class<? extends Enum<?>>> enums() {
        return enums;
    }

    private void add(Registration shared) {
        register(new Registration(shared.getType(), shared.getSerializer(), shared.getId()));
        if (shared.getSerializer() instanceof EnumSerializer constants) {
            enums.add(constants.type());
        }
    }

    /** Finds the registration of a class; a view counts as what it shows. Never registers anything. */
    @Nullable
    Registration registrationOf(Class<?> type) {
        return getClassResolver().getRegistration(type);
    }
}
