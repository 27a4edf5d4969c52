// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.console;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.xml.sax.SAXException;

/** The last changes of an instance as a picture and as a table. */
class TimelineTest {

    private final FaultGallery gallery = new FaultGallery();

    @AfterEach
    void close() {
        gallery.close();
    }

    private String page(InstanceId id) {
        return Browser.on(Console.of(gallery.store)
                        .host(gallery.host)
                        .time(gallery.time)
                        .build())
                .get("/instance/" + id)
                .text();
    }

    private static String picture(String page) {
        return page.substring(page.indexOf("<svg"), page.indexOf("</svg>") + "</svg>".length());
    }

    @Test
    void thePictureHasABarForEachChangeAndTheTableARow() throws Exception {
        InstanceId id = gallery.idle("one", "tea");
        gallery.host.control().suspend(id, "look");
        gallery.host.control().resume(id);

        String page = page(id);
        Document svg = parsed(picture(page));

        int bars = svg.getElementsByTagName("rect").getLength();
        assertThat(bars).isGreaterThanOrEqualTo(3);
        assertThat(page.split("<tr>")).hasSize(1 + 1 + bars);
        assertThat(page).contains("created", "<td>suspended</td>", "<td>resumed</td>", "class=\"suspended\"");
        assertThat(svg.getDocumentElement().getAttribute("role")).isEqualTo("img");
        assertThat(svg.getDocumentElement().getAttribute("aria-labelledby")).isEqualTo("changes-title changes-text");
        assertThat(svg.getElementsByTagName("desc").item(0).getTextContent()).contains("The height of a bar");
        assertThat(picture(page)).doesNotContain("style=", "<script", "xlink");
    }

    /** Well-formed, so that nothing that was stored has become markup. */
    private static Document parsed(String svg) throws ParserConfigurationException, IOException, SAXException {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.getBytes(UTF_8)));
    }

    /** The store of a tool begins no recording. */
    @Test
    void nothingIsDrawnWhereNothingWasRecorded() {
        InstanceId id = InstanceId.random();
        try (InstanceStore tool = gallery.open(StoreOptions.defaults().withTime(gallery.time))) {
            tool.commands().execute(id, CreateInstance.of(InstanceChanges.none()));
        }
        assertThat(page(id)).contains("Instance " + id).doesNotContain("Last changes", "<svg");
    }

    /** More than are drawn, and with all that comes along to show the page. */
    @Test
    void aFullTimelineLeavesThePageSmall() throws IOException {
        InstanceId id = gallery.idle("one", "tea");
        for (int i = 0; i < 40; i++) {
            gallery.host.control().suspend(id, "look " + i);
            gallery.host.control().resume(id);
        }
        String page = page(id);

        int bytes = page.getBytes(UTF_8).length;
        for (String asset : new String[] {"console.css", "console.js", "icon.svg"}) {
            try (InputStream resource = Console.class.getResourceAsStream(asset)) {
                bytes += resource.readAllBytes().length;
            }
        }
        System.out.println(
                "instance page with 32 changes: " + page.getBytes(UTF_8).length + " bytes, with assets " + bytes);
        assertThat(picture(page).split("<rect")).hasSize(1 + 32);
        assertThat(bytes).isLessThan(40 * 1024);
    }
}
