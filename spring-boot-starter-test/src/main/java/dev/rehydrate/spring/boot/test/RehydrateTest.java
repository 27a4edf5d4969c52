// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.spring.boot.test;

import dev.rehydrate.spring.boot.RehydrateAutoConfiguration;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.test.context.BootstrapWith;
import org.springframework.test.context.junit.jupiter.SpringExtension;

/**
 * A test of workflows without the rest of the application: a host with a memory store of its own, and no web server, database or
 * other auto-configuration.
 *
 * <p>Of the classes that component scanning finds, the slice takes those with {@code @Bean} methods of types of {@code
 * dev.rehydrate}, such as a {@code WorkflowDefinition}. What these need of other beans, the test brings, by {@code
 * @MockitoBean} or {@code @Import}.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@BootstrapWith(SliceBootstrapper.class)
@ExtendWith(SpringExtension.class)
@ImportAutoConfiguration(RehydrateAutoConfiguration.class)
public @interface RehydrateTest {

    /**
     * Further properties of the environment.
     *
     * @return each as {@code name=value}; they overrule {@code application.yaml}
     */
    String[] properties() default {};
}
