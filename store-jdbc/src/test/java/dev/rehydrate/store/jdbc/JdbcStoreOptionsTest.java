// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.nio.file.Path;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class JdbcStoreOptionsTest {

    private static final String PASSWORD = "password";

    @Test
    void credentialsStayAsTheyWereGivenWhateverBecomesOfTheGivenOnes() {
        Properties given = new Properties();
        given.setProperty(PASSWORD, "first");
        JdbcStoreOptions usual = JdbcStoreOptions.file(Path.of("instances"));
        JdbcStoreOptions options = new JdbcStoreOptions(
                usual.url(),
                given,
                null,
                usual.schema(),
                usual.migration(),
                usual.lanes(),
                usual.cacheBytes(),
                usual.nearCopyAge(),
                usual.patience(),
                usual.allowNotDurable(),
                usual.store());

        given.setProperty(PASSWORD, "second");
        options.credentials().setProperty(PASSWORD, "third");

        assertThat(options.credentials()).containsEntry(PASSWORD, "first");
    }

    @ParameterizedTest
    @CsvSource({
        "jdbc:postgresql://anna:top-secret@db/app, jdbc:postgresql://anna:…@db/app",
        "postgres://anna:top/secret@db:5432/app, postgres://anna:…@db:5432/app",
        "jdbc:postgresql://db/app?user=anna&password=top-secret&ssl=true, jdbc:postgresql://db/app?user=anna&password=…&ssl=true",
        "jdbc:postgresql://db:5432/app, jdbc:postgresql://db:5432/app",
        "jdbc:unknown:x;PASSWORD=top-secret;A=1, jdbc:unknown:x;PASSWORD=…;A=1"
    })
    void aPasswordInTheUrlIsNotShown(String url, String shown) {
        assertThat(JdbcStoreOptions.of(url, "anna", "top-secret").toString())
                .startsWith("JdbcStoreOptions[" + shown + ", schema=")
                .doesNotContain("secret");
    }

    @ParameterizedTest
    @CsvSource({"jdbc:unknown://anna:top-secret@db/app", "postgres://anna:top-secret@db/app"})
    void aRefusedStartShowsNoPassword(String url) {
        assertThatIllegalStateException()
                .isThrownBy(() -> JdbcInstanceStore.open(JdbcStoreOptions.of(url, "anna", "top-secret")))
                .withMessageContaining("the URL has a user and a password before the host")
                .withMessageNotContaining("secret");
    }
}
