// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.KeyChanges;
import dev.rehydrate.instance.DefinitionIdentity;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceValue;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A page can be read, and sent, also if what it shows is large or no id at all. */
class LargePagesTest {

    private static final int MOST_BYTES = 300_000;

    private final FaultGallery gallery = new FaultGallery();
    private final Browser operator = Browser.on(gallery.console);

    @AfterEach
    void close() {
        gallery.close();
    }

    private InstanceId create(InstanceChanges.Builder changes) {
        InstanceId id = InstanceId.random();
        gallery.store.commands().execute(id, CreateInstance.of(changes.build()));
        return id;
    }

    private static int size(Browser.Page page) {
        assertThat(page.status()).isEqualTo(200);
        return page.text().getBytes(StandardCharsets.UTF_8).length;
    }

    @Test
    void ofThousandsOfKeysAndValuesTheFirstAreShown() {
        Map<String, InstanceValue> values = new HashMap<>();
        Map<InstanceKey, Map<String, InstanceValue>> keys = new HashMap<>();
        for (int i = 0; i < 3_000; i++) {
            values.put("value " + i, InstanceValue.of("text"));
            keys.put(InstanceKey.random(), Map.of());
        }

        Browser.Page page = operator.get("/instance/"
                + create(InstanceChanges.builder().replaceData(values).keys(KeyChanges.associating(keys))));

        assertThat(size(page)).isLessThan(MOST_BYTES);
        assertThat(page.text())
                .contains("2800 more keys are not shown here", "2800 more values are not shown here")
                .contains("rehydrate instances show");
    }

    @Test
    void aListShowsTheBeginningOfLongTexts() {
        String text = "a<&".repeat(1_300);
        for (int i = 0; i < 50; i++) {
            Map<String, InstanceValue> values = new HashMap<>();
            for (int each = 0; each < 5; each++) {
                values.put("text " + each, InstanceValue.of(text).with(InstanceValue.Option.PROMOTED));
            }
            create(InstanceChanges.builder().replaceData(values).definition(DefinitionIdentity.of("Large", "1")));
        }

        Browser.Page page = operator.get("/instances?definition=Large&sort=text+1");

        assertThat(size(page)).isLessThan(MOST_BYTES);
        assertThat(page.text()).contains("<td>a&lt;&amp;a", "…</td>");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                    /instance/abc                                    | 'abc' is not the id of an instance, which is a UUID
                    /instance/6f1b2c1e-0d5c-4f9e-9a51-5e2f0e0c7a11/x | 7a11/x' is not the id of an instance, which is a UUID
                    /instance/1-1-1-1-1                              | '1-1-1-1-1' is not the id of an instance
                    /key/<b>                                         | '<b>' is not a key, which is written as a UUID
                    /find?key=7                                      | '7' is not a key, which is written as a UUID
                    /action?do=delete&instance=7                     | '7' is not the id of an instance
                    """)
    void whatIsNoIdIsNamed(String address, String said) {
        Browser.Page page = Browser.on(gallery.console).loggedIn().get(address);

        assertThat(page.status()).isEqualTo(400);
        assertThat(page.text()).contains(Browser.escaped(said));
    }
}
