// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.spring.boot.test;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.test.context.ContextConfigurationAttributes;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.ContextCustomizerFactory;
import org.springframework.test.context.MergedContextConfiguration;

/** Gives the context of a slice its filter; contexts of other tests are left as they are. */
final class SliceCustomizerFactory implements ContextCustomizerFactory {

    @Override
    public @Nullable ContextCustomizer createContextCustomizer(
            Class<?> testClass, List<ContextConfigurationAttributes> configuration) {
        return SliceBootstrapper.annotation(testClass).isPresent() ? new Filtered(new SliceFilter()) : null;
    }

    private record Filtered(SliceFilter filter) implements ContextCustomizer {

        @Override
        public void customizeContext(ConfigurableApplicationContext context, MergedContextConfiguration configuration) {
            context.getBeanFactory().registerSingleton(SliceFilter.class.getName(), filter);
        }
    }
}
