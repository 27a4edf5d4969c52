// SPDX-License-Identifier: Apache-2.0
/**
 * Store and host as beans of a Spring Boot application, 3.5 or 4: {@link dev.rehydrate.spring.boot.RehydrateAutoConfiguration}. What
 * {@code application.yaml} can say is in {@code docs/spring-boot.md}.
 */
@NullMarked
@Experimental
package dev.rehydrate.spring.boot;

import dev.rehydrate.stability.Experimental;
import org.jspecify.annotations.NullMarked;
