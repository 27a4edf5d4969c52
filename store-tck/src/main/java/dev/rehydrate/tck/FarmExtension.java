// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck;

import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;

/**
 * Gives each test a farm on a fixture of the provider, checks the invariants after it, and closes it. A failure that a fixture
 * causes says so.
 */
final class FarmExtension implements ParameterResolver, TestExecutionExceptionHandler, AfterTestExecutionCallback {

    private static final Namespace NAMESPACE = Namespace.create(FarmExtension.class);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Farm.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        InstanceStoreConformance provider = context.getRequiredTestInstances()
                .findInstance(InstanceStoreConformance.class)
                .orElseThrow();
        Farm farm = new Farm(provider.newFixture(), Scale.of(context));
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
