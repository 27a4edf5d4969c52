// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.example;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.rehydrate.host.WorkflowDefinition;
import dev.rehydrate.spring.boot.RehydrateAutoConfiguration;
import dev.rehydrate.store.InstanceStore;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** A password in the settings of an application is in no log line, however much is logged, and in no failure. */
class SecretInLogsTest {

    private static final String SECRET = "hunter2";

    @TempDir(cleanup = CleanupMode.NEVER)
    private Path folder;

    private final LoggerContext logging = (LoggerContext) LoggerFactory.getILoggerFactory();
    private final Logger root = logging.getLogger(Logger.ROOT_LOGGER_NAME);
    private final ListAppender<ILoggingEvent> logged = new ListAppender<>();
    private final Level before = root.getLevel();

    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(RehydrateAutoConfiguration.class))
            .withPropertyValues("rehydrate.store=jdbc")
            .withBean("notes", WorkflowDefinition.class, () -> Notes.DEFINITION);

    @BeforeEach
    void listen() {
        logged.setContext(logging);
        logged.start();
        root.addAppender(logged);
        root.setLevel(Level.TRACE);
    }

    @AfterEach
    void leave() {
        root.setLevel(before);
        root.detachAppender(logged);
    }

    private String log() {
        PatternLayout layout = new PatternLayout();
        layout.setContext(logging);
        layout.setPattern("%logger %msg%n%ex{full}");
        layout.start();
        StringBuilder all = new StringBuilder();
        List.copyOf(logged.list).forEach(event -> all.append(layout.doLayout(event)));
        return all.toString();
    }

    private String file(String name) {
        return "rehydrate.jdbc.url=jdbc:h2:file:" + folder.resolve(name);
    }

    private static String everything(Throwable failure) {
        StringWriter text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text, true));
        return text.toString();
    }

    private void isNotShown(String... settings) {
        application.withPropertyValues(settings).run(context -> {
            if (context.getStartupFailure() == null) {
                assertThat(context.getBean(InstanceStore.class).toString()).doesNotContain(SECRET);
            } else {
                assertThat(everything(context.getStartupFailure())).doesNotContain(SECRET);
            }
        });
        assertThat(log().lines().filter(line -> line.contains(SECRET)).toList())
                .as("lines with the password, of %s", List.of(settings))
                .isEmpty();
    }

    @Test
    void aPasswordOfItsOwnIsNotShown() {
        isNotShown(file("own"), "rehydrate.jdbc.user=me", "rehydrate.jdbc.password=" + SECRET);
        isNotShown(file("own"), "rehydrate.jdbc.user=other", "rehydrate.jdbc.password=" + SECRET);
    }

    @Test
    void aPasswordInTheUrlIsNotShown() {
        isNotShown(file("url") + ";USER=me;PASSWORD=" + SECRET);
    }

    @Test
    void aPasswordInAUrlThatCannotBeReadIsNotShown() {
        isNotShown(file("wrong") + ";PASSWORD=" + SECRET + ";nonsense");
        isNotShown("rehydrate.jdbc.url=jdbc:h3:file:x;PASSWORD=" + SECRET);
    }
}
