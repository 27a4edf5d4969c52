// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck.farm;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;

/** A test with real threads, tagged {@code stress}; run as often as {@code rehydrate.tck.repetitions} says. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@Tag("stress")
@TestTemplate
@ExtendWith(Stress.Repetitions.class)
public @interface Stress {

    /** One invocation for each repetition. */
    final class Repetitions implements TestTemplateInvocationContextProvider {

        @Override
        public boolean supportsTestTemplate(ExtensionContext context) {
            return true;
        }

        @Override
        public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(ExtensionContext context) {
            return IntStream.rangeClosed(1, Scale.number(context, Scale.REPETITIONS, 1))
                    .mapToObj(number -> named("#" + number));
        }

        private static TestTemplateInvocationContext named(String name) {
            return new TestTemplateInvocationContext() {
                @Override
                public String getDisplayName(int invocationIndex) {
                    return name;
                }
            };
        }
    }
}
