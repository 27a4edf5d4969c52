// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.cli.connect;

import java.util.Map;
import java.util.Stack;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/**
 * An option whose value must not be blank, as it is if a script has not set the variable in it. A blank condition would hold for every
 * instance, and a blank address is none. The option is refused while the command line is read, so that no command can forget it.
 */
public final class Filled implements IParameterPreprocessor {

    @Override
    @SuppressWarnings("JdkObsolete") // picocli hands out a Stack.
    public boolean preprocess(Stack<String> words, CommandSpec command, ArgSpec option, Map<String, Object> info) {
        if (!words.isEmpty() && words.peek().isBlank()) {
            throw new ParameterException(
                    command.commandLine(),
                    ((OptionSpec) option).longestName()
                            + " is empty: give it a value, or leave it out. Nothing was done.");
        }
        return false;
    }
}
