// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.spring.boot;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;

/** The bean of a type of which a store or a host uses one. */
final class OneBean {

    private OneBean() {}

    /**
     * Finds it. Several without a primary one are refused: whichever is meant, to use none of them would be an encryption, a sink
     * or a clock that has no effect.
     *
     * @param beans those of the application
     * @param type of which type
     * @param purpose what it is used for, as a clause that follows <em>the one with which</em>
     * @return the one, or null if the application has none of this type
     * @throws StartRefusedException if there are several, and none of them is primary
     */
    static <T> @Nullable T of(BeanFactory beans, Class<T> type, String purpose) {
        ObjectProvider<T> all = beans.getBeanProvider(type);
        T one = all.getIfUnique();
        if (one == null && all.stream().findAny().isPresent()) {
            throw new StartRefusedException(
                    "There are several beans of type " + type.getSimpleName() + ", and none of them is @Primary.",
                    "Make the one @Primary with which " + purpose + ".");
        }
        return one;
    }
}
