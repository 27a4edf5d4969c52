// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck;

import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Gives each test a farm on a fixture of the provider, checks the invariants after it, and closes it. */
final class FarmExtension implements ParameterResolver, AfterTestExecutionCallback {

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
