// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck.farm;

import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;

/** One random walk for each seed, beginning with {@code rehydrate.tck.seed}; each is named by its seed. */
public final class WalkSeeds implements TestTemplateInvocationContextProvider {

    @Override
    public boolean supportsTestTemplate(ExtensionContext context) {
        return true;
    }

    @Override
    public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(ExtensionContext context) {
        Scale scale = Scale.of(context);
        return LongStream.range(scale.seed(), (long) scale.seed() + scale.walks())
                .mapToObj(Walk::new);
    }

    /**
     * The walk of one seed.
     *
     * @param seed the seed, for the parameter of the test
     */
    private record Walk(long seed) implements TestTemplateInvocationContext, ParameterResolver {

        @Override
        public String getDisplayName(int invocationIndex) {
            return "seed " + seed;
        }

        @Override
        public List<Extension> getAdditionalExtensions() {
            return List.of(this);
        }

        @Override
        public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
            return parameter.getParameter().getType() == Long.class;
        }

        @Override
        public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
            return seed;
        }
    }
}
