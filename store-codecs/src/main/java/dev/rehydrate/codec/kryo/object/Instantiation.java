// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec.kryo.object;

import dev.rehydrate.codec.kryo.graph.Refusal;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import org.objenesis.instantiator.ObjectInstantiator;
import org.objenesis.strategy.StdInstantiatorStrategy;

/**
 * How an object comes to be before its fields are set. Kryo's own strategy does the same by classes that it generates in the
 * application's class loader, and its failure does not say which constructor refused.
 */
final class Instantiation {

    private Instantiation() {}

    /** Takes the constructor without parameters, whatever its visibility; if there is none, none is run. */
    static ObjectInstantiator<?> of(Class<?> type) {
        try {
            Constructor<?> constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true);
            return () -> run(constructor);
        } catch (NoSuchMethodException noneWithoutParameters) {
            return new StdInstantiatorStrategy().newInstantiatorOf(type);
        }
    }

    static Object run(Constructor<?> constructor, Object... arguments) {
        try {
            return constructor.newInstance(arguments);
        } catch (InvocationTargetException refused) {
            // The bytes are what was written; another release may have a constructor that takes them.
            throw Refusal.otherType(
                    "the constructor of " + constructor.getDeclaringClass().getName() + " refused what was stored",
                    refused.getCause());
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
