// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.cli.connect;

import java.util.Map;
import java.util.Stack;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

/** A value stands behind an equals sign. The word that follows the option is the next argument, such as an id. */
public final class OnlyAttached implements IParameterPreprocessor {

    /** What an option without a value says. */
    public static final String YES = "yes";

    @Override
    @SuppressWarnings("JdkObsolete") // picocli hands out a Stack.
    public boolean preprocess(Stack<String> words, CommandSpec command, ArgSpec option, Map<String, Object> info) {
        if (!"=".equals(info.get("separator"))) {
            words.push(YES);
        }
        return false;
    }
}
