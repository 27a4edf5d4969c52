// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck.farm;

import dev.rehydrate.tck.StoreFixture;
import java.util.function.Function;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;

/**
 * Gives each test a farm on a fixture of the provider, checks the invariants after it, and closes it. A failure that a fixture
 * causes says so.
 *
 * @param <P> the class that a provider extends
 */
public final class FarmExtension<P>
        implements ParameterResolver, TestExecutionExceptionHandler, AfterTestExecutionCallback {

    private static final Namespace NAMESPACE = Namespace.create(FarmExtension.class);

    private final Class<P> provider;
    private final Function<? super P, ? extends StoreFixture> newFixture;

    /**
     * Serves the tests of one class and of the classes nested in it.
     *
     * @param provider the class that a provider extends
     * @param newFixture makes a fixture without any data
     */
    public FarmExtension(Class<P> provider, Function<? super P, ? extends StoreFixture> newFixture) {
        this.provider = provider;
        this.newFixture = newFixture;
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Farm.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        P test = context.getRequiredTestInstances().findInstance(provider).orElseThrow();
        Farm farm = new Farm(newFixture.apply(test), Scale.of(context));
        context.getStore(NAMESPACE).put(Farm.class, farm);
        return farm;
    }

    @Override
    public void handleTestExecutionException(ExtensionContext context, Throwable failure) throws Throwable {
        Farm farm = context.getStore(NAMESPACE).get(Farm.class, Farm.class);
        String trouble = farm == null ? null : farm.trouble().orElse(null);
        if (trouble == null) {
            throw failure;
        }
        throw new AssertionError(trouble + "\n" + failure, failure);
    }

    @Override
    public void afterTestExecution(ExtensionContext context) {
        Farm farm = context.getStore(NAMESPACE).remove(Farm.class, Farm.class);
        if (farm == null) {
            return;
        }
        try {
            farm.verify();
        } finally {
            farm.close();
        }
    }
}
