// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.cli.command;

import dev.rehydrate.cli.connect.Filled;
import dev.rehydrate.cli.connect.OnlyAttached;
import java.util.Map;
import java.util.Stack;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

/** An option that may stand alone, and whose value must not be blank if it has one. */
final class AttachedAndFilled implements IParameterPreprocessor {

    private final OnlyAttached attached = new OnlyAttached();
    private final Filled filled = new Filled();

    @Override
    @SuppressWarnings("JdkObsolete") // picocli hands out a Stack.
    public boolean preprocess(Stack<String> words, CommandSpec command, ArgSpec option, Map<String, Object> info) {
        return attached.preprocess(words, command, option, info) || filled.preprocess(words, command, option, info);
    }
}
