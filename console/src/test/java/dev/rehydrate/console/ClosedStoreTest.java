// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import org.junit.jupiter.api.Test;

/** A console whose store the application has closed, as while it ends. */
class ClosedStoreTest {

    @Test
    void whatWouldBeReadIsNotThereBecauseTheStoreIsClosed() {
        FaultGallery gallery = new FaultGallery();
        InstanceId id = gallery.idle("one", "tea");
        Browser browser = Browser.on(gallery.console).loggedIn();
        gallery.close();

        for (String address : new String[] {
            "/instances",
            "/instances?definition=Order",
            "/instance/" + id,
            "/owners",
            "/key/" + InstanceKey.of("test", "tea"),
            "/bulk?action=suspend&definition=Order"
        }) {
            Browser.Page page = browser.get(address);
            assertThat(page.status()).as(address + ": " + page.text()).isEqualTo(503);
            assertThat(page.text()).as(address).contains("is closed");
        }
        assertThat(browser.get("/login").status()).isEqualTo(200);
        assertThat(browser.act("suspend", id, "why").text()).contains("Nothing was changed");
    }
}
