// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec.kryo.graph;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Registration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A Kryo that knows some types under fixed numbers. It serves as the register of types and their serializers; how values
 * nest and refer to each other is the business of {@link GraphWriter} and {@link GraphReader}, because Kryo's own way names
 * references by running numbers, which shift when a field is passed over. For one thread at a time.
 */
public final class GraphKryo extends Kryo {

    /** Added to every id of the application, so that none meets a built-in one. */
    public static final int FIRST_APPLICATION_ID = 100;

    private final List<Class<?>> enums = new ArrayList<>();

    public GraphKryo(Collection<Registration> types) {
        super(new NamelessTypes(), null);
        setRegistrationRequired(true);
        for (Registration shared : types) {
            Class<?> type = shared.getType();
            register(new Registration(type, shared.getSerializer(), shared.getId()));
            if (type.isEnum()) {
                enums.add(type);
            }
        }
    }

    /** {@return all registered enums} */
    List<Class<?>> enums() {
        return enums;
    }

    /** Finds the registration of a class; a view counts as what it shows. Never registers anything. */
    @Nullable
    public Registration registrationOf(Class<?> type) {
        return getClassResolver().getRegistration(type);
    }
}
