// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.spring.boot.test;

import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTestContextBootstrapper;
import org.springframework.test.context.TestContextAnnotationUtils;

/**
 * Starts the application of a test as Spring Boot does, with other properties.
 *
 * <p>Spring Boot has annotations for what this and {@link SliceFilter} do, but Boot 4 has them in other packages than 3.5.
 */
final class SliceBootstrapper extends SpringBootTestContextBootstrapper {

    @Override
    protected String[] getProperties(Class<?> testClass) {
        Stream<String> slice = Stream.of(
                EnableAutoConfiguration.ENABLED_OVERRIDE_PROPERTY + "=false",
                "spring.main.web-application-type=none",
                "rehydrate.store=memory");
        Stream<String> own =
                annotation(testClass).map(RehydrateTest::properties).stream().flatMap(Stream::of);
        return Stream.concat(slice, own).toArray(String[]::new);
    }

    /** Of a nested class it stands on the class around it. */
    static Optional<RehydrateTest> annotation(Class<?> testClass) {
        return Optional.ofNullable(TestContextAnnotationUtils.findMergedAnnotation(testClass, RehydrateTest.class));
    }
}
