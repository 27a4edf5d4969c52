// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.farm;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Starts a class of this sample in a JVM of its own, whose errors go where those of this process go. */
public final class ChildJvm {

    /** C1 and the serial collector: a process that lives for seconds is up in half the time. */
    private static final List<String> FLAGS =
            List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx256m", "-Djava.net.preferIPv4Stack=true");

    private ChildJvm() {}

    /**
     * Starts a process.
     *
     * @param program the class with the main method
     * @param arguments its arguments
     * @return the process
     * @throws IOException if it cannot be started
     */
    public static Process start(Class<?> program, List<String> arguments) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Stream<String> call = Stream.concat(Stream.of("-cp", classPath(), program.getName()), arguments.stream());
        return new ProcessBuilder(Stream.of(Stream.of(java), FLAGS.stream(), call)
                        .flatMap(words -> words)
                        .toList())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** Maven runs the sample in a class loader of its own, of which the system property knows nothing. */
    private static String classPath() {
        return ChildJvm.class.getClassLoader() instanceof URLClassLoader loader
                ? Arrays.stream(loader.getURLs()).map(ChildJvm::file).collect(Collectors.joining(File.pathSeparator))
                : System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }

    private static String file(URL url) {
        return Path.of(URI.create(url.toString())).toString();
    }
}
